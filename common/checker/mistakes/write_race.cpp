// Two programs, or two lanes of one store, write one element.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "common/base/pattern.hpp"
#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/one_place.hpp"
#include "common/checker/mistakes/program_steps.hpp"
#include "common/checker/report/names.hpp"
#include "common/checker/source/settings.hpp"

namespace kw::runtime {
namespace {

// Two lanes of one program.
struct collision {
  std::int64_t one_lane, other_lane;
  bool rows;  // of two rows of a tile
};

// Two programs.
const meeting& met(const site& s) {
  return s.e.as<meeting>();
}

// The axes in which two programs differ, by their ids: {0, 1} for (0, 0) and (1, 1).
std::vector<int> differing_axes(const launch_description& launch, std::int64_t a, std::int64_t b) {
  std::vector<int> axes;
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t extent = std::max(1u, launch.grid[axis]);
    if (a % extent != b % extent) {
      axes.push_back(axis);
    }
    a /= extent;
    b /= extent;
  }
  return axes;
}

// Do the ids of the two programs differ by 1 along this axis?
bool are_neighbours(const site& s, int axis) {
  return met(s).other.program - met(s).one.program == programs_apart(s.launch, axis);
}

// Programs along an axis, of which each should have a row of its own: how far apart the rows begin.
bool one_row_each(const site& s, int axis) {
  return s.where != nullptr && s.where->rows > 1 && s.where->row_stride > 0 &&
         std::int64_t{s.launch.grid[axis]} == s.where->rows;
}

// Programs store to the same row of a buffer that has one for each of them.
std::string advise_own_row(const site& s, int axis) {
  const std::string id = id_name(s, axis);
  std::string distance = stride_name(s);
  if (distance.empty()) {
    const bool dense = s.where->row_stride == s.where->columns;
    distance = dense ? s.size_name(s.where->columns) : number(s.where->row_stride);
  }
  const std::string row =
      s.is_matrix() ? s.buffer + ".row(" + id + ")" : s.buffer + " + " + id + " * " + distance;
  return s.buffer + " has " + counted(s.where->rows, "row") +
         ", one for each program, and these programs store to the same one. Program " +
         s.program(met(s).other.program) + " should begin at `" + row + "`" +
         (s.is_matrix() ? "."
                        : ", since rows begin " + number(s.where->row_stride) + " elements apart.");
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

// Programs that differ along two axes reach the same elements, because a step along the later axis
// is shorter than all the steps along the earlier one.
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

// Two programs begin in different places and overlap.
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

// The kernel never asks for the ids along an axis.
std::string advise_asking(const site& s, int axis) {
  if (std::string same = advise_same_id(s); !same.empty()) {
    return same;
  }
  const std::string offsets = advise_offsets_by_id(s, axis);
  return (offsets.empty()
              ? std::string(met(s).one.where.two_dimensional ? "Make the rows or the columns"
                                                             : "Make the offsets") +
                    " of this line depend on it"
              : offsets) +
         ", or launch one program along this axis.";
}

// Are there lanes for all of the buffer in each program? Then their values are shares of a sum.
bool stores_to_all(const site& s) {
  const rectangle& a = met(s).one.where;
  return s.where != nullptr && s.where->rows == 0 && s.where->extent > 1 &&
         a.start == s.where->memory_offset && a.lanes() >= s.where->extent;
}

std::string advise_race(const site& s) {
  const rectangle& a = met(s).one.where;
  const rectangle& b = met(s).other.where;
  const auto axes = differing_axes(s.launch, met(s).one.program, met(s).other.program);
  const bool same_place = a.start == b.start && a.row_stride == b.row_stride;
  const std::string id = axes.size() == 1 ? "tl.program_id(" + number(axes[0]) + ")" : "";
  const bool one_place = same_place && a.count() == 1 && b.count() == 1 && a.lanes() == 1;
  if (same_place && !id.empty() && (met(s).axes_asked >> axes[0] & 1) == 0) {
    return "The kernel never asks for " + id +
           ", so all programs along this axis do the same work. " +
           (one_place ? advise_one_place(s, id) : advise_asking(s, axes[0]));
  }
  if (one_place || met(s).loaded_before) {
    return advise_one_place(s, id);
  }
  if (same_place && !id.empty() && a.two_dimensional) {
    return "Programs that differ only in " + id + " write the same tile. Is " + id +
           " missing from the offsets of the rows or columns?";
  }
  if (same_place && !id.empty() && one_row_each(s, axes[0])) {
    return advise_own_row(s, axes[0]);
  }
  if (same_place && !id.empty() && s.stores_a_largest()) {
    return "Each of these programs stores its own largest value to the same elements. " +
           advise_atomic(s) + " Otherwise give each program its own elements.";
  }
  if (same_place && !id.empty() && (s.stores_a_part() || stores_to_all(s))) {
    return std::string("Each of these programs stores ") +
           (s.stores_a_part() ? "its own sum to the same elements" : "to all of " + s.buffer) +
           ". If " + s.buffer + " is to be the sum of them all, " + add_atomically(s) +
           " Otherwise give each program its own elements.";
  }
  if (same_place && !id.empty()) {
    const std::string offsets = advise_offsets_by_id(s, axes[0]);
    return "Both begin at the same element, so " + id + " is missing from the offsets. " +
           (offsets.empty() ? "Add the term that gives each program its own block."
                            : offsets + ".");
  }
  if (std::string same = advise_same_id(s); !id.empty() && a.two_dimensional && !same.empty()) {
    return same;
  }
  if (same_place && axes.size() == 2) {
    if (std::string advice = advise_two_axes(s, axes); !advice.empty()) {
      return advice;
    }
  }
  if (same_place) {
    return "Two programs got the same tile: look at how the program ids become rows and columns.";
  }
  if (met(s).one.place.line != met(s).other.place.line) {
    return "Two stores of this kernel reach the same elements from two programs, each for its own "
           "lanes. An element of an output should be written by exactly one program: let the "
           "program that owns it compute all of its value.";
  }
  return advise_overlap(s, axes, id);
}

// Two lanes of one program.
words tell_lane_collision(const site& s) {
  const auto& lanes = s.e.as<collision>();
  words w;
  w.facts = "lanes " + number(lanes.one_lane) + " and " + number(lanes.other_lane) +
            " of this tl.store both write " + s.range(s.e.first, s.e.last) +
            ". Lanes run in no fixed order, so it is a matter of luck which value stays.";
  w.advice =
      lanes.rows
          ? "Each lane of a store needs its own element: is the row number multiplied by the "
            "distance between two rows (the row stride)?"
          : "Each lane of a store needs its own element. To make one value from many lanes, reduce "
            "them first, for example with tl.sum; to add each of them, use tl.atomic_add.";
  return w;
}

words explain_write_race(const site& s) {
  if (s.e.other_program < 0) {
    return tell_lane_collision(s);
  }
  words w;
  const bool two_lines = met(s).one.place.line != met(s).other.place.line;
  w.facts = (two_lines ? "both write " + race_range(s) + ", the second one in line " +
                             number(met(s).other.place.line)
                       : "both write " + race_range(s)) +
            ". Programs run in no fixed order, so it is a matter of luck which value stays.";
  w.advice = advise_race(s);
  return w;
}

void add_collision(launch_monitor& monitor, program& p, event e, std::int64_t element,
                   const collision& lanes) {
  e.access = access_kind::store;
  e.first = e.last = element;
  e.count = 1;
  e.facts = lanes;
  monitor.add(p, std::move(e));
}

void look_at_store_for_write_race(launch_monitor& monitor, program& p, const seen_access& a) {
  const rectangle& r = a.lanes;
  if (r.rows > 1 && std::abs(r.row_stride) < r.columns) {
    const std::int64_t element = std::max(r.row(0), r.row(1));
    add_collision(monitor, p, event(write_race, a), element,
                  {r.lane_at(0, element), r.lane_at(1, element), r.two_dimensional});
  }
}

void look_at_lanes_for_write_race(launch_monitor& monitor, program& p, const seen_lanes& a) {
  if (a.kind != access_kind::store || a.even) {
    return;
  }
  std::vector<std::pair<std::int64_t, int>> touched;  // element and lane
  for (int lane = 0; lane < a.tile.lanes(); ++lane) {
    if (a.on(lane)) {
      touched.emplace_back(a.offsets[lane], lane);
    }
  }
  std::sort(touched.begin(), touched.end());
  const auto twice = std::adjacent_find(touched.begin(), touched.end(),
                                        [](auto& x, auto& y) { return x.first == y.first; });
  if (twice != touched.end()) {
    event e(write_race, a.place);
    e.target = a.target;
    add_collision(monitor, p, std::move(e), a.shift + twice->first,
                  {twice->second, (twice + 1)->second, false});
  }
}

void find_write_race(stored_memory& m, std::vector<event>& events) {
  add_race(m, meeting_kind::two_stores, write_race, events);
}

}  // namespace

const mistake write_race{
    .name = "write-race",
    .explain = explain_write_race,
    .while_running = {.look_at_store = look_at_store_for_write_race,
                      .look_at_lanes = look_at_lanes_for_write_race},
    .in_memory = find_write_race,
};

}  // namespace kw::runtime
