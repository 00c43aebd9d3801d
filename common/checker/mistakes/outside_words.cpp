// What out_of_bounds and outside_row say.
#include <algorithm>
#include <cstdint>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/outside.hpp"

namespace kw::runtime {
namespace {

const outside_lanes& outside(const site& s) {
  return s.e.as<outside_lanes>();
}

std::string both(bool first, const std::string& one, const char* join, bool second,
                 const std::string& other) {
  return (first ? one : "") + (first && second ? join : "") + (second ? other : "");
}

// Does the tile go by the rows and columns of its buffer?
bool by_rows(const site& s) {
  return !outside(s).scattered && goes_by_rows(*s.where, outside(s).tile);
}

// For such a tile, where it is and which of its axes are outside. Lanes of a tile that form no
// rectangle may be outside along both; any other access has no axes.
matrix_box box_of(const site& s) {
  const outside_lanes& o = outside(s);
  matrix_box b{};
  if (by_rows(s)) {
    b = box_of(*s.where, o.tile);
    b.rows_outside = b.rows_outside || o.next_matrix;
    b.lanes_outside = o.next_matrix ? s.e.count : b.lanes_outside;
  } else {
    b.rows_outside = b.columns_outside = o.scattered && o.tile.two_dimensional && s.where->rows > 0;
  }
  return b;
}

bool by_axes(const site& s) {
  const matrix_box b = box_of(s);
  return b.rows_outside || b.columns_outside;
}

// ---- what happened

// How large the buffer is, as far as its elements are numbered in the message.
std::string size_sentence(const site& s) {
  const target& t = *s.where;
  const std::string end = s.range(t.high - 1, t.high - 1);
  return t.extent == 0 ? s.buffer + " has no elements"
         : t.rows > 0 && t.row_stride > t.columns
             ? sentence("{} ends at {} ({} of {}, which begin {} elements apart)", s.buffer, end,
                        s.rows_text(), counted(t.columns, "element"), t.row_stride)
         : t.high - t.low != t.extent ? s.buffer + " ends at " + end
                                      : s.buffer + " has " + counted(t.extent, "element");
}

// Of a tile that leaves the rows or the columns of its matrix, or one of several matrices.
std::string told_by_axes(const site& s, const matrix_box& b) {
  const target& t = *s.where;
  const bool many = t.many_matrices() && b.rows_outside && b.row >= 0;
  const std::int64_t matrix = many ? b.row / t.matrix_rows : 0, first = matrix * t.matrix_rows;
  return sentence("{} {}{} of {}, but {} has {}: {} of the {} {} outside.", s.verb(),
                  both(b.rows_outside, span("row", b.row - first, b.last_row - first), " and ",
                       b.columns_outside, span("column", b.column, b.last_column)),
                  many ? sentence(" of matrix {}", matrix) : "", s.buffer, s.buffer,
                  both(b.rows_outside,
                       many ? sentence("{} matrices (its last two axes) of {}",
                                       t.rows / t.matrix_rows, counted(t.matrix_rows, "row"))
                            : s.rows_text(),
                       " and ", b.columns_outside, counted(t.columns, "column")),
                  b.lanes_outside, counted(outside(s).tile.count(), "active lane"),
                  b.lanes_outside == 1 ? "is" : "are");
}

// For lanes that leave a row, or a matrix, and not always the memory.
std::string told_where_lanes_are(const site& s, const matrix_box& b) {
  const target& t = *s.where;
  const std::int64_t row = std::max<std::int64_t>(0, b.row), matrix = row / t.matrix_rows;
  return sentence(
      "{}{}. ",
      s.e.last < t.high ? "These lanes stay inside the memory of the buffer, so nothing crashes: "
                        : "Counted along the memory, ",
      outside(s).next_matrix
          ? sentence("row {} of matrix {} is really row 0 of matrix {}", t.matrix_rows, matrix,
                     matrix + 1)
          : sentence("column {} of row {} is {}", t.columns, row,
                     t.row_stride > t.columns ? "in the gap between two rows"
                                              : sentence("really column 0 of row {}", row + 1)));
}

// ---- what to try: first for what went wrong before the access, then for its mask

// Too large for any int, or what a product past 2^31 left negative.
bool does_not_fit(const site& s) {
  return s.e.last >= INT32_MAX || s.e.first <= INT32_MIN / 2;
}
std::string advise_wide_integers(const site& s) {
  const std::int64_t below = s.e.first - UINT32_MAX - 1;
  return below < 0 && below >= -(1 << 20)
             ? sentence(
                   "This number is what an unsigned int makes of {}, because it cannot go below 0. "
                   "Make indices and sizes int or std::int64_t, and look at what is subtracted.",
                   below)
             : "An offset this large does not fit into an int (at most 2147483647), or it is what "
               "remains of one that did not. If the stride is right, compute in 64 bits: "
               "`std::int64_t(tl.program_id(0)) * stride`, or `rows.to(int64) * stride` for a "
               "tile.";
}

bool is_below_zero(const site& s) {
  return box_of(s).row < 0 || (s.e.first < 0 && !by_axes(s) && !outside(s).tile.masked);
}
std::string advise_below_zero(const site& s) {
  const bool rows = box_of(s).row < 0;
  return sentence("{} count from 0: look at what is subtracted in {}.",
                  rows ? "Rows" : "Elements, programs and lanes",
                  rows ? "the row numbers" : "`" + s.offsets() + "`");
}

// For a tile by rows: its first column, whether or not that lane is active.
std::int64_t first_column(const site& s) {
  const rectangle& tile = outside(s).tile;
  return box_of(s).column - tile.first_lane % tile.tile_columns;
}
bool begins_within_its_width(const site& s) {
  const rectangle& tile = outside(s).tile;
  const matrix_box b = box_of(s);
  return by_rows(s) && b.columns_outside && !b.rows_outside && tile.lane_column_step == 1 &&
         first_column(s) % tile.tile_columns != 0 && (tile.masked || !s.loop_text().empty());
}
std::string advise_begin_of_tile(const site& s) {
  const std::string loop = s.loop_text();
  return sentence(
      "The tile begins at column {} of row {}. If it should begin at a multiple of its width, {}, "
      "then what {} must be a whole number of rows: a multiple of the distance between two of "
      "them, `{}`.",
      first_column(s), box_of(s).row, outside(s).tile.tile_columns,
      loop.empty() ? "is added to " + s.buffer + " for this program"
                   : "a step of " + loop + " adds",
      s.row_distance());
}

// Has the grid one program for each tile of the buffer? Then a tile can only be outside in the
// place of another one.
bool has_each_tile_once(const site& s) {
  const rectangle& tile = outside(s).tile;
  const std::int64_t rows = (s.where->matrix_rows - 1) / tile.tile_rows + 1,
                     columns = (s.where->columns - 1) / tile.tile_columns + 1,
                     one = s.launch.grid[0], two = s.launch.grid[1];
  return two > 1 && ((one == rows && two == columns) || (one == columns && two == rows));
}

bool all_outside(const site& s) {
  const outside_lanes& o = outside(s);
  const matrix_box b = box_of(s);
  return by_axes(s) ? !o.scattered && !o.tile.masked && b.lanes_outside == o.tile.count() &&
                          (b.rows_outside != b.columns_outside || b.row >= s.where->rows)
                    : o.tile.lanes() > 1 && s.e.first >= s.where->high && !s.by_index() &&
                          s.e.count == (o.scattered ? o.active : o.tile.count());
}
std::string advise_all_outside(const site& s) {
  const target& t = *s.where;
  const rectangle& tile = outside(s).tile;
  const matrix_box b = box_of(s);
  const std::string loop = s.loop_text(), mask = s.mask_text();
  const bool axes = by_axes(s), vector = !tile.two_dimensional && !outside(s).scattered,
             rows = b.rows_outside || (t.rows > 0 && vector);
  const std::string who =
      loop.empty() ? "program " + s.program(s.e.program) : "this step of " + loop;
  const std::string let =
      mask.empty() ? "" : sentence(", although the mask `{}` lets them through", mask);
  const std::string where = b.rows_outside && t.many_matrices()
                                ? sentence("past the last matrix, {}", t.rows / t.matrix_rows - 1)
                            : rows ? sentence("below the last row: a row must be below `{}`",
                                              s.extent_along(matrix_axis::rows))
                            : axes ? "to the right of the last column"
                                   : "past the end";
  if (!loop.empty()) {
    return sentence(
        "All lanes of {} are {}{}. Look at where the loop begins and ends, and at what "
        "is added to {}.",
        who, where, let, s.buffer);
  }
  const std::string enough = axes && rows ? cdiv_text(t.rows, tile.tile_rows) + " along the rows"
                             : axes ? cdiv_text(t.columns, tile.tile_columns) + " along the columns"
                             : t.rows == 0 && s.launch.grid[1] <= 1 && s.launch.grid[2] <= 1
                                 ? cdiv_text(t.extent, tile.lanes())
                                 : "";
  return sentence(
      "All lanes of {} are {}{}. Look at the grid in launch{}, and at what the program ids are "
      "multiplied by{}",
      who, where, let, enough.empty() ? "" : " (enough: " + enough + ")",
      axes ? has_each_tile_once(s) ? ": are rows and columns, or two ids, swapped?" : "."
           : sentence(". If all programs need the same elements of {}, its offsets must "
                      "not move from one program to the next.",
                      s.buffer));
}

// Does a vector go along a row? Without a mask it may treat the whole array as one long vector.
bool is_of_row(const site& s) {
  return s.where->rows > 0 && !outside(s).tile.two_dimensional &&
         (outside(s).tile.masked || s.e.kind == &outside_row);
}

bool needs_both_ends(const site& s) {
  return s.e.first < 0 || (outside(s).scattered && s.by_index());
}

// What must hold of a lane, in the learner's own names; empty if they do not show it.
std::string needed_mask(const site& s) {
  const auto compared = [&](matrix_axis axis) {
    return "(" + s.lanes_along(axis) + " < " + s.extent_along(axis) + ")";
  };
  if (by_axes(s)) {
    const matrix_box b = box_of(s);
    return both(b.rows_outside, compared(matrix_axis::rows), " & ", b.columns_outside,
                compared(matrix_axis::columns));
  }
  const std::string lanes = s.lanes_in_mask(is_of_row(s));
  if (lanes.empty()) {
    return "";
  }
  const std::string below =
      lanes + " < " +
      (is_of_row(s) ? s.extent_along(matrix_axis::columns) : s.size_name(s.where->extent));
  return needs_both_ends(s) ? sentence("({} >= 0) & ({})", lanes, below) : below;
}

// A pointer that has been moved, `p + lanes`, says nothing about where its lanes are.
const std::string kCompareElements =
    "A mask must compare each lane's element, counted from the beginning of the buffer or row.";

std::string advise_mask(const site& s) {
  const matrix_box b = box_of(s);
  const std::string mask = s.mask_text(), needed = needed_mask(s);
  const std::string own = mask.empty() ? "" : " `" + mask + "`";
  const std::string lanes = sentence("The mask{} lets lane {} through{}. ", own, outside(s).lane,
                                     s.e.count > 1 ? sentence(", the first of {}", s.e.count) : "");
  if (by_axes(s) && mask.find('|') != std::string::npos) {
    return "The mask joins its conditions with `|`, so a lane is on if one of them holds. Both "
           "must hold: join them with `&`.";
  }
  if (needed.empty()) {
    return lanes + kCompareElements;
  }
  if (mask.find(needed) != std::string::npos) {
    return lanes + "It is right only if no line above moves the pointer.";
  }
  if (by_axes(s)) {
    return sentence(
        "The mask{} does not guard {}. It needs `{}`, where {} has the size {} x {}{}.", own,
        both(b.rows_outside, "the rows", " and ", b.columns_outside, "the columns"), needed,
        s.buffer, s.where->matrix_rows, s.where->columns,
        s.where->many_matrices() ? ", and rows count from the first one of their matrix" : "");
  }
  return needs_both_ends(s)
             ? sentence(
                   "{}It must look at both ends: `{}`.{}", lanes, needed,
                   s.by_index() ? " Or are the indices wrong, or meant for another buffer?" : "")
             : sentence(
                   "{}It must compare the same offsets that are added to {} with the {}, {}: `{}`.",
                   lanes, s.buffer, is_of_row(s) ? "length of its rows" : "number of its elements",
                   is_of_row(s) ? s.where->columns : s.where->extent, needed);
}

std::string advise_one_element(const site& s) {
  const std::string index = s.offsets();
  return s.where->extent == 0
             ? "There is nothing to access: is this the right buffer?"
             : sentence("The last element is {}, because indices count from 0{}.",
                        s.range(s.where->high - 1, s.where->high - 1),
                        index == "offsets" ? "" : ": look at what `" + index + "` is");
}

// Does a program take other elements than those of its own block, in a grid of one axis?
bool begins_elsewhere(const site& s) {
  const outside_lanes& o = outside(s);
  const rectangle& r = o.tile;
  const bool in_order = s.launch.grid[1] <= 1 && s.launch.grid[2] <= 1 && s.where->rows == 0;
  return o.scattered
             ? in_order && o.high - o.low > o.active && !s.by_index()
             : in_order && !r.two_dimensional && r.rows == 1 && s.where->low == 0 &&
                   s.loop_text().empty() && r.start - r.first_lane != s.e.program * r.lanes();
}
std::string advise_begin(const site& s) {
  const outside_lanes& o = outside(s);
  return sentence(
      "The lanes of program {} reach from {} to {}. If it should have the {} elements from {} * {} "
      "= {} on, multiply tl.program_id(0) by {}, and add the lanes as they are.",
      s.program(s.e.program), s.range(o.low, o.low), s.range(o.high - 1, o.high - 1),
      o.tile.lanes(), s.e.program, o.tile.lanes(), s.e.program * o.tile.lanes(),
      s.block_name(o.tile.lanes()));
}

// What to try where lanes are outside and the access has no mask.
std::string advise_missing_mask(const site& s) {
  const char* const other_function = only_reads(s.e.access) ? "tl.store" : "tl.load";
  if (const auto other = s.other_mask(other_function); other.line > 0) {
    return sentence(
        "The {} in line {} has a mask, but this {} has none. Both touch the same lanes, so both "
        "need it: `{}`.",
        other_function, other.line, s.function(), s.call_with(other.mask));
  }
  const std::string needed = needed_mask(s);
  return "This program has more lanes than there are elements left, and this call has no mask. " +
         (needed.empty()
              ? kCompareElements
              : sentence("A mask switches the spare lanes off: `auto mask = {};`, then `{}`.",
                         needed, s.call_with("mask")));
}

std::string advise_turned_grid(const site& s) {
  return by_axes(s) && !outside(s).scattered
             ? s.turned_grid(outside(s).tile, outside(s).tile.origin(), s.e.program)
             : "";
}

// The first that fits.
const explanation kOutsideAdvice[] = {
    {[](const site& s) { return !advise_turned_grid(s).empty(); }, advise_turned_grid},
    {does_not_fit, advise_wide_integers},
    {is_below_zero, advise_below_zero},
    {[](const site& s) { return !advise_distance_of_another(s).empty(); },
     advise_distance_of_another},
    {begins_within_its_width, advise_begin_of_tile},
    {all_outside, advise_all_outside},
    {[](const site& s) { return outside(s).tile.masked; }, advise_mask},
    {[](const site& s) { return outside(s).tile.lanes() == 1; }, advise_one_element},
    {[](const site& s) { return !by_axes(s) && begins_elsewhere(s); }, advise_begin},
    {[](const site&) { return true; }, advise_missing_mask},
};

}  // namespace

words explain_outside(const site& s) {
  const event& e = s.e;
  const target& t = *s.where;
  const outside_lanes& o = outside(s);
  const rectangle& tile = o.tile;
  const bool in_memory = e.kind == &outside_row;
  const bool has_rows = tile.rows > 1 || (tile.two_dimensional && tile.first_lane > 0);
  if (in_memory && has_rows && tile.row_stride > 0 && tile.row_stride != t.row_stride) {
    return {
        sentence("{} rows that begin {} apart, but the rows of {} begin {} elements apart, so "
                 "the tile leaves its rows, first at {}.",
                 s.verb(), counted(tile.row_stride, "element"), s.buffer, t.row_stride,
                 s.range(e.first, e.first)),
        sentence("Multiply the row numbers by the distance between two rows of {}, `{}` (its "
                 "row stride, {}), not by {}.",
                 s.buffer, s.row_distance(), counted(t.row_stride, "element"), tile.row_stride)};
  }
  const std::string advice = first_that_fits(kOutsideAdvice, s);
  if (by_axes(s) && !o.scattered) {
    return {told_by_axes(s, box_of(s)),
            (in_memory ? told_where_lanes_are(s, box_of(s)) : "") + advice};
  }
  if (in_memory) {
    return {sentence("{} {} ({}), past the end of row {}: the rows of {} have {} and begin {} "
                     "elements apart.",
                     s.verb(), s.range(e.first, e.last), counted(e.count, "lane"),
                     floor_div(e.first, t.row_stride), s.buffer, counted(t.columns, "element"),
                     t.row_stride),
            advice};
  }
  const std::string lanes = tile.lanes() == 1 ? "" : " (" + counted(e.count, "lane") + ")";
  return {(e.count != e.last - e.first + 1
               ? sentence("{} outside {}, between {} and {}{}: ", s.verb(), s.buffer,
                          s.range(e.first, e.first), s.range(e.last, e.last), lanes)
               : sentence("{} {}{} but ", s.verb(), s.range(e.first, e.last), lanes)) +
              size_sentence(s) + ".",
          advice};
}

}  // namespace kw::runtime
