#include "common/checker/mistakes/overlap.hpp"

#include <optional>

#include "common/base/pattern.hpp"
#include "common/checker/mistakes/program_steps.hpp"
#include "common/checker/report/names.hpp"
#include "common/checker/source/settings.hpp"

namespace kw::runtime {

bool one_row_each(const site& s, int axis) {
  return s.where != nullptr && s.where->rows > 1 && s.where->row_stride > 0 &&
         std::int64_t{s.launch.grid[axis]} == s.where->rows;
}

namespace {

// Do the ids of the two programs differ by 1 along this axis?
bool are_neighbours(const site& s, int axis) {
  return met(s).other.program - met(s).one.program == programs_apart(s.launch, axis);
}

// Programs that are neighbours along an axis begin less than a row apart.
std::string advise_row_step(const site& s, int axis, std::int64_t step) {
  const std::string id = id_name(s, axis), stride = number(s.where->row_stride);
  const std::string length = s.size_name(s.where->row_stride);
  return "Program " + s.program(met(s).other.program) + " begins " + counted(step, "element") +
         " after program " + s.program(met(s).one.program) + ", but the rows of " + s.buffer +
         " begin " + stride + " elements apart. Multiply `" + id + "` by that distance" +
         (length == stride || s.where->row_stride != s.where->columns
              ? ", " + stride + " elements: `" + id + " * " + stride + "`."
              : ": `" + id + " * " + length + "`.");
}

// `c.tile(shape<BM, BN>, row, column)`; empty for any other address.
struct asked_tile {
  std::string rows, columns, row, column;
};

asked_tile tile_asked_for(const site& s) {
  static const base::pattern kShape(R"(^shape<(\w+), (\w+)>$)");
  const auto arguments = s.arguments();
  const auto tile = call_arguments(arguments.empty() ? "" : arguments[0], s.buffer + ".tile");
  const auto shape = tile.size() < 3 ? std::nullopt : kShape.find(tile[0]);
  return shape ? asked_tile{(*shape)[1], (*shape)[2], tile[tile.size() - 2], tile.back()}
               : asked_tile{};
}

// The tiles of two neighbours along an axis, of rows and columns, are closer than they are wide.
std::string advise_overlapping_tiles(const site& s, int axis) {
  const rectangle& a = met(s).one.where;
  const target* t = s.where;
  if (t == nullptr || t->row_stride == 0 || !a.two_dimensional || a.lane_column_step != 1) {
    return "";
  }
  const std::int64_t step = origin_of(met(s).other.where) - origin_of(a);
  const bool by_rows = step % t->row_stride == 0;
  const std::int64_t apart = by_rows ? step / t->row_stride : step;
  const std::int64_t width = by_rows ? a.tile_rows : a.tile_columns;
  if (apart <= 0 || apart >= width) {
    return "";
  }
  const char* unit = by_rows ? "row" : "column";
  const asked_tile in_tile = tile_asked_for(s);
  const std::string name =
      tile_extent(s, by_rows ? matrix_axis::rows : matrix_axis::columns, width);
  const auto arguments = s.arguments();
  const std::string address = made_of(settings_of(kernel_lines(s.e.place.file, s.kernel)),
                                      arguments.empty() ? s.statement : arguments[0]);
  if (address.find(id_name(s, axis) + " * " + name) != std::string::npos) {
    return "";  // so the rows and columns of this line are those of another tile
  }
  const std::string part = by_rows ? in_tile.row : in_tile.column;
  if (!part.empty() && part.find('*') == std::string::npos) {
    return "Program " + s.program(met(s).other.program) + " begins only " + counted(apart, unit) +
           " after program " + s.program(met(s).one.program) + ", but a tile has " +
           counted(width, unit) + ". `" + s.buffer + ".tile` takes the first " + unit +
           " of a tile, and not the tile's number: `" +
           (part.find(' ') == std::string::npos ? part : "(" + part + ")") + " * " +
           (by_rows ? in_tile.rows : in_tile.columns) + "`.";
  }
  const std::string stride = stride_name(s);
  const bool strided =
      !stride.empty() && address.find(id_name(s, axis) + " * " + stride) != std::string::npos;
  return "Program " + s.program(met(s).other.program) + " begins only " + counted(apart, unit) +
         " after program " + s.program(met(s).one.program) + ", but a tile has " +
         counted(width, unit) + ". Multiply by that number: `" + id_name(s, axis) + " * " + name +
         (strided ? " * " + stride : "") + "`.";
}

// The rows of the tile are another distance apart than those of the buffer.
std::string advise_rows_apart(const site& s) {
  const rectangle& a = met(s).one.where;
  const target* t = s.where;
  if (t == nullptr || t->rows == 0 || t->row_stride <= 1 || !a.two_dimensional || a.rows <= 1 ||
      a.row_stride == t->row_stride || a.lane_column_step != 1) {
    return "";
  }
  const std::string stride = stride_name(s);
  const std::string by = !stride.empty()               ? stride
                         : t->row_stride == t->columns ? extent_along(s, matrix_axis::columns)
                                                       : number(t->row_stride);
  return "The rows of this tile begin " + counted(a.row_stride, "element") +
         " apart, but the rows of " + s.buffer + " begin " + number(t->row_stride) +
         " elements apart. Multiply the row numbers by the distance between two rows: `" +
         lanes_along(s, matrix_axis::rows) + " * " + by + "`.";
}

// Programs along an axis, of which each should have a matrix of its own.
std::string advise_next_matrix(const site& s, int axis) {
  const target* t = s.where;
  if (t == nullptr || !t->many_matrices() || t->row_stride == 0 || !are_neighbours(s, axis) ||
      std::int64_t{s.launch.grid[axis]} != t->rows / t->matrix_rows) {
    return "";
  }
  const std::int64_t step = origin_of(met(s).other.where) - origin_of(met(s).one.where);
  const std::int64_t matrix = t->matrix_rows * t->row_stride;
  if (step <= 0 || step >= matrix) {
    return "";
  }
  const std::string columns =
      t->row_stride == t->columns ? extent_along(s, matrix_axis::columns) : number(t->row_stride);
  return "Program " + s.program(met(s).other.program) + " begins only " + counted(step, "element") +
         " after program " + s.program(met(s).one.program) +
         ", but each of them has a matrix of its own, and the matrices of " + s.buffer + " begin " +
         number(matrix) + " elements apart: " + number(t->matrix_rows) + " rows of " +
         number(t->row_stride) + ". Multiply by both: `" + id_name(s, axis) + " * " +
         extent_along(s, matrix_axis::rows) + " * " + columns + "`.";
}

}  // namespace

std::string advise_two_axes(const site& s, const std::vector<int>& axes) {
  const program_steps starts(s, nullptr);
  const auto inner = starts.along(axes[0]), outer = starts.along(axes[1]);
  const std::int64_t programs = s.launch.grid[axes[1]];
  if (!inner || !outer || s.where == nullptr || *inner <= 0 || *outer <= 0 || *outer < *inner ||
      s.where->extent % programs != 0 || *outer >= s.where->extent / programs) {
    return "";
  }
  const std::int64_t share = s.where->extent / programs;
  const std::string name = s.size_name(share);
  return "The next program along axis " + number(axes[1]) + " of the grid begins " +
         counted(*outer, "element") + " further, but the programs along axis " + number(axes[0]) +
         " write more than that: each of the " + number(programs) + " parts of " + s.buffer +
         " has " + counted(share, "element") + ". Multiply by that number: `" +
         id_name(s, axes[1]) + " * " + name + "`.";
}

std::string advise_overlap(const site& s, const std::vector<int>& axes, const std::string& id) {
  if (!id.empty()) {
    if (std::string advice = advise_next_matrix(s, axes[0]); !advice.empty()) {
      return advice;
    }
  }
  if (std::string advice = advise_rows_apart(s); !advice.empty()) {
    return advice;
  }
  const rectangle& a = met(s).one.where;
  const rectangle& b = met(s).other.where;
  const std::int64_t step = b.start - a.start;
  if (!id.empty() && one_row_each(s, axes[0]) && step > 0 && step < s.where->row_stride &&
      are_neighbours(s, axes[0])) {
    return advise_row_step(s, axes[0], step);
  }
  if (!id.empty() && are_neighbours(s, axes[0])) {
    if (std::string advice = advise_overlapping_tiles(s, axes[0]); !advice.empty()) {
      return advice;
    }
  }
  if (axes.size() == 2) {
    if (std::string advice = advise_two_axes(s, axes); !advice.empty()) {
      return advice;
    }
  }
  if (!id.empty() && a.two_dimensional && s.where != nullptr && s.where->rows == 0 && step > 0 &&
      step < a.lanes() && are_neighbours(s, axes[0])) {
    return "Program " + s.program(met(s).other.program) + " begins only " +
           counted(step, "element") + " after program " + s.program(met(s).one.program) +
           ", but each has " + number(a.lanes()) + " lanes. Multiply by all of them: `" +
           id_name(s, axes[0]) + " * " + number(a.lanes()) + "`.";
  }
  if (!id.empty() && !a.two_dimensional && a.rows == 1 && step > 0 && step < a.lanes()) {
    const bool neighbours = met(s).other.program == met(s).one.program + 1;
    return "Program " + s.program(met(s).other.program) + " begins only " +
           counted(step, "element") + " after program " + s.program(met(s).one.program) +
           ", but each has " + number(a.lanes()) + " lanes. " +
           (neighbours ? "Multiply by the size of a block: `" + id_name(s, axes[0]) + " * " +
                             tile_extent(s, matrix_axis::columns, a.lanes()) + "`."
                       : "Look at what " + id + " is multiplied by.");
  }
  return "Each element of an output should be written by exactly one program. Look at how the "
         "offsets of this tl.store depend on the program ids.";
}

}  // namespace kw::runtime
