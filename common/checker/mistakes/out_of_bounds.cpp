// Words for mistakes of a single load or store.
#include <algorithm>
#include <utility>

#include "common/checker/report/words.hpp"

namespace kw::runtime {
namespace {

std::string number(std::int64_t n) {
  return std::to_string(n);
}

// How large the buffer is, as far as its elements are numbered in the message.
std::string size_sentence(const story& s) {
  const target& t = *s.where;
  if (t.extent == 0) {
    return s.buffer + " has no elements";
  }
  if (t.rows > 0 && t.row_stride > t.columns) {
    return s.buffer + " ends at " + s.range(t.high - 1, t.high - 1) + " (" + s.rows_text() +
           " of " + counted(t.columns, "element") + ", which begin " + number(t.row_stride) +
           " elements apart)";
  }
  if (t.high - t.low != t.extent) {
    return s.buffer + " ends at " + s.range(t.high - 1, t.high - 1);
  }
  return s.buffer + " has " + counted(t.extent, "element");
}

// For a tile of rank 1 in a grid of one axis, where program p should begin at p * lanes.
struct block_map {
  bool applies, starts_right;
  std::int64_t lanes, wanted_start, programs, needed;
};

block_map blocks_of(const story& s) {
  const rectangle& r = s.e.where;
  block_map b{};
  b.lanes = r.lanes();
  b.programs = s.launch.grid[0];
  b.applies = !s.e.scattered && !r.two_dimensional && b.lanes > 1 && r.rows == 1 &&
              s.launch.grid[1] <= 1 && s.launch.grid[2] <= 1 && s.where->extent > 0 &&
              s.where->rows == 0 && s.where->low == 0;
  b.wanted_start = s.e.program * b.lanes;
  b.starts_right = r.start - r.first_lane == b.wanted_start;
  b.needed = ceil_div(s.where->extent, b.lanes);
  return b;
}

std::string advise_negative(const story& s) {
  if (s.e.where.masked) {
    return "The mask lets lane " + number(s.e.lane) + " through, although its index is below 0. " +
           "The first element is " + s.range(0, 0) + ": the mask must look at both ends, `(" +
           s.offsets() + " >= 0) & (" + s.offsets() + " < " + s.size_name(s.where->extent) + ")`.";
  }
  return "The first element is " + s.range(0, 0) +
         ", and an index below 0 lies in front of it. Programs and lanes count from 0: look at "
         "what "
         "is subtracted in `" +
         s.offsets() + "`.";
}

// In a loop the step is to blame, or the missing mask of its last one; never the first block.
std::string advise_in_loop(const story& s, const numbered_line& loop) {
  const bool all = s.e.lanes == s.e.where.count();
  const std::string which =
      "the loop in line " + number(loop.number) + " (`" + loop_head(loop) + "`)";
  if (all) {
    return "All lanes of this step of " + which +
           " lie past the end: the loop takes a step too many." +
           (loop.text.find("<=") != std::string::npos
                ? " Compare with `<`, not with `<=`."
                : " Look at where it begins and ends, and at what is added to " + s.buffer + ".");
  }
  return "A step of " + which +
         " reaches past the end, and there is no mask. A mask switches the "
         "spare lanes off: `" +
         s.offsets() + " < " + s.size_name(s.where->extent) + "`, then `" + s.call_with("mask") +
         "`.";
}

std::string advise_without_mask(const story& s) {
  const block_map b = blocks_of(s);
  const bool several = s.e.where.lanes() > 1;
  if (const auto loop =
          enclosing_loop(s.e.place.file == nullptr ? "" : s.e.place.file, s.kernel, s.e.place.line);
      loop.number > 0 && several &&
      s.other_mask(s.e.access == access_kind::load ? "tl.store" : "tl.load").line == 0) {
    return advise_in_loop(s, loop);
  }
  const std::string id = s.program(s.e.program);
  if (b.applies && !b.starts_right) {
    return "With " + number(b.lanes) + " lanes in each program, program " + id +
           " should begin at element " + number(s.e.program) + " * " + number(b.lanes) + " = " +
           number(b.wanted_start) + ", but it begins at " + number(s.e.where.start) +
           ". Look at what tl.program_id(0) is multiplied by.";
  }
  if (b.applies && s.e.lanes == s.e.where.count() && b.programs > b.needed) {
    return "All lanes of this program lie past the end: the grid has " + number(b.programs) +
           " programs of " + number(b.lanes) + " lanes, but cdiv(" + number(s.where->extent) +
           ", " + number(b.lanes) + ") = " + number(b.needed) + (b.needed == 1 ? " is" : " are") +
           " enough. Look at the grid in launch.";
  }
  if (s.e.where.lanes() == 1) {
    return s.where->extent == 0
               ? "There is nothing to access: is the right buffer passed?"
               : "Its last element is " + s.range(s.where->high - 1, s.where->high - 1) +
                     ": indices count from 0.";
  }
  const std::string size = s.size_name(s.where->extent);
  const bool loads = s.e.access == access_kind::load;
  if (const auto other = s.other_mask(loads ? "tl.store" : "tl.load"); other.line > 0) {
    return std::string(loads ? "The tl.store" : "The tl.load") + " in line " + number(other.line) +
           " has a mask, this " + s.function() +
           " has none. Both touch the same lanes, so both need it: `" + s.call_with(other.mask) +
           "`.";
  }
  return "This program has more lanes than elements are left, and no mask. A mask switches the "
         "spare "
         "lanes off: `auto mask = " +
         s.offsets() + " < " + size + ";`, then `" + s.call_with("mask") + "`.";
}

// An offset that no int can hold, or one that a product which passed 2^31 left negative.
// Below 0, as an unsigned int shows it.
bool looks_wrapped(const event& e) {
  return e.first >= UINT32_MAX - (1 << 20) && e.first <= UINT32_MAX;
}

bool looks_overflowed(const event& e) {
  return e.last >= INT32_MAX || e.first <= INT32_MIN / 2;
}

const char* const kOverflowAdvice =
    "So large an offset does not fit into an int (at most 2147483647), or is what was left of one "
    "that did not. If the stride is right, compute in 64 bits: `std::int64_t(tl.program_id(0)) * "
    "stride`, or `rows.to(int64) * stride` for a tile.";

std::string advise_with_mask(const story& s) {
  const std::int64_t end = s.where->high;
  const std::string size = s.size_name(s.where->extent);
  const std::string lane = "The mask lets lane " + number(s.e.lane) + " through";
  if (s.e.scattered && s.by_index()) {
    return lane + ", whose index is " + number(s.e.first) + ". Indices into " + s.buffer +
           " go from 0 to " + number(end - 1) + ": are the indices right, and is it the right " +
           "buffer? A lane whose index is not in there needs a mask: `(" + s.offsets() +
           " >= 0) & (" + s.offsets() + " < " + number(end) + ")`.";
  }
  if (s.e.lanes == 1 && s.e.first == end && end > 0) {
    const bool equal = s.mask_text().find("<=") != std::string::npos;
    return lane + ", one too many: the last element is " + s.range(end - 1, end - 1) + "." +
           (equal ? " Compare with `<`, not with `<=`: `" + s.offsets() + " < " + size + "`."
                  : " The mask must compare the offsets that are added to " + s.buffer + ", `" +
                        s.offsets() + "`, with the number of elements of " + s.buffer + ", " +
                        number(s.where->extent) + ".");
  }
  return lane + (s.e.lanes > 1 ? ", the first of " + number(s.e.lanes) : "") +
         ". Lanes at or past " + number(s.where->extent) + " need `" + s.offsets() + " < " + size +
         "`: the mask must compare the same offsets that are added to " + s.buffer +
         ", with the number of elements of " + s.buffer + ".";
}

std::string matrix_mask(const matrix_box& b) {
  const std::string rows = "(rows(_, None) < number of rows)";
  const std::string columns = "(cols(None, _) < number of columns)";
  return "`" +
         (b.rows_outside && b.columns_outside ? rows + " & " + columns
          : b.rows_outside                    ? rows
                                              : columns) +
         "`";
}

// A tile that leaves its matrix, one of several, for the next one or for what is behind the last.
words tell_many_matrices(const story& s, const matrix_box& b) {
  const target& t = *s.where;
  const std::int64_t matrices = t.rows / t.matrix_rows;
  const std::int64_t matrix = b.row / t.matrix_rows, begin = matrix * t.matrix_rows;
  const std::int64_t behind = b.last_row - begin - t.matrix_rows + 1;
  words w;
  w.facts = s.verb() + " " + span("row", b.row - begin, b.last_row - begin) + " of matrix " +
            number(matrix) + " of " + s.buffer + ", but " + s.buffer + " has " + number(matrices) +
            " matrices (its last two axes) of " + counted(t.matrix_rows, "row");
  if (matrix >= matrices) {
    w.facts += ": they count from 0, so the last one is matrix " + number(matrices - 1) + ".";
    w.advice =
        "The whole tile lies behind the last matrix. Look at how the number of the matrix is "
        "made of the program ids, and at the extents of the grid.";
    return w;
  }
  w.facts += ": the last " + counted(behind, "row") + " of the tile " +
             (behind == 1 ? "lies" : "lie") +
             (matrix + 1 == matrices ? std::string(" behind the end.")
                                     : " in matrix " + number(matrix + 1) + ".");
  w.advice =
      std::string(s.e.where.masked ? "The mask does not guard the rows. It needs "
                                   : "There is no mask. This one switches these rows off: ") +
      "`rows(_, None) < " + number(t.matrix_rows) +
      "`, where rows count from the beginning of their matrix." +
      (matrix + 1 == matrices ? "" : " Nothing crashes here, for the memory goes on behind it.");
  return w;
}

// Does this line store a tile that tl.trans turned, with the mask of a load?
bool is_turned(const story& s) {
  const auto arguments = call_arguments(s.statement, "tl.store");
  if (arguments.size() < 3) {
    return false;
  }
  const std::string value = arguments[1] + " " + s.definition(arguments[1]);
  bool of_a_load = false;
  for (const numbered_line& l : kernel_lines(s.e.place.file, s.kernel)) {
    const auto loaded = call_arguments(statement_at(s.e.place.file, l.number), "tl.load");
    of_a_load = of_a_load ||
                (loaded.size() >= 2 && mentions(l.text, "tl.load") && loaded[1] == arguments[2]);
  }
  return of_a_load && mentions(value, "tl.trans");
}

words tell_matrix(const story& s) {
  const matrix_box b = box_of(*s.where, s.e.where);
  const target& t = *s.where;
  if (t.many_matrices() && b.rows_outside && b.row >= 0) {
    return tell_many_matrices(s, b);
  }
  words w;
  w.facts = s.verb() + " " + (b.rows_outside ? span("row", b.row, b.last_row) : "") +
            (b.rows_outside && b.columns_outside ? " and " : "") +
            (b.columns_outside ? span("column", b.column, b.last_column) : "") + " of " + s.buffer +
            ", but " + s.buffer + " has " + (b.rows_outside ? s.rows_text() : "") +
            (b.rows_outside && b.columns_outside ? " and " : "") +
            (b.columns_outside ? counted(t.columns, "column") : "") + ": " +
            number(b.lanes_outside) + " of the " + counted(s.e.where.count(), "active lane") +
            (b.lanes_outside == 1 ? " is" : " are") + " outside.";
  const std::string axes = b.rows_outside && b.columns_outside ? "the rows and the columns"
                           : b.rows_outside                    ? "the rows"
                                                               : "the columns";
  const std::int64_t column = b.column - s.e.where.first_lane % s.e.where.tile_columns;
  if (b.columns_outside && !b.rows_outside && s.e.where.masked && s.e.where.lane_column_step == 1 &&
      column % s.e.where.tile_columns != 0) {
    w.advice = "The tile begins at column " + number(column) + " of row " + number(b.row) +
               ". Should it begin at a multiple of its width, " + number(s.e.where.tile_columns) +
               "? Then what is added to " + s.buffer +
               " for this program is no whole number of rows, " + number(t.row_stride) +
               " elements each.";
  } else if (b.row < 0) {
    w.advice = "Rows count from 0: look at what is subtracted in the row numbers.";
  } else if (b.row >= t.rows && b.column < t.columns && !s.e.where.masked) {
    w.advice =
        "The whole tile lies below the last row. Are the rows and columns, or the two program "
        "ids, swapped? Or has the grid more programs than cdiv(" +
        number(t.rows) + ", " + number(s.e.where.tile_rows) +
        ") = " + number(ceil_div(t.rows, s.e.where.tile_rows)) + " along the rows?";
  } else if (s.e.where.masked && s.e.access == access_kind::store && is_turned(s)) {
    w.advice =
        "The mask is that of the tile before it was turned: its rows are compared as rows. Where "
        "tl.trans exchanges rows and columns, the mask needs it too: `(cols(_, None) < " +
        number(t.rows) + ") & (rows(None, _) < " + number(t.columns) +
        ")`, with the names of the offsets here.";
  } else if (s.e.where.masked) {
    w.advice = "The mask does not guard " + axes + ". It needs " + matrix_mask(b) +
               ", with the size of " + s.buffer + " (" + number(t.matrix_rows) + " x " +
               number(t.columns) + ").";
  } else {
    w.advice = "The tile reaches over the edge, and there is no mask. A mask over " + axes +
               " switches the spare lanes off: " + matrix_mask(b) + ", given to " +
               (s.e.access == access_kind::load ? "tl.load as second" : "tl.store as third") +
               " argument.";
  }
  return w;
}

// The active lanes form no rectangle, so only the first one outside can be named.
words tell_scattered_matrix(const story& s, words w) {
  const std::int64_t width = s.e.where.tile_columns;
  const std::string lane = "the lane in row " + number(s.e.lane / width) + ", column " +
                           number(s.e.lane % width) + " of the tile";
  const matrix_box both{0, 0, 0, 0, true, true, 0};
  w.advice =
      (s.e.where.masked ? "The mask lets " + lane + " through. " : "The first is " + lane + ". ") +
      "A lane may be on only if its row and its column are both inside " + s.buffer + " (" +
      number(s.where->rows) + " x " + number(s.where->columns) + "): " + matrix_mask(both) + ".";
  return w;
}

}  // namespace

words tell_out_of_bounds(const story& s) {
  if (s.by_rows() && s.where->rows > 0) {
    const matrix_box b = box_of(*s.where, s.e.where);
    if (b.rows_outside || b.columns_outside) {
      return tell_matrix(s);
    }
  }
  const event& e = s.e;
  words w;
  const bool gaps = e.lanes != e.last - e.first + 1;
  const std::string lanes = e.where.lanes() == 1 ? "" : " (" + counted(e.lanes, "lane") + ")";
  w.facts = gaps ? s.verb() + " outside " + s.buffer + ", between " + s.range(e.first, e.first) +
                       " and " + s.range(e.last, e.last) + lanes + ": "
                 : s.verb() + " " + s.range(e.first, e.last) + lanes + " but ";
  w.facts += size_sentence(s) + ".";
  if (e.scattered && e.where.two_dimensional && s.where->rows > 0) {
    return tell_scattered_matrix(s, std::move(w));
  }
  if (looks_wrapped(e)) {
    w.advice = "That is what an unsigned int makes of " + number(e.first - UINT32_MAX - 1) +
               ": it cannot go below 0. Let indices and sizes be int or std::int64_t, and look at "
               "what is subtracted.";
  } else if (looks_overflowed(e)) {
    w.advice = kOverflowAdvice;
  } else if (e.first < 0) {
    w.advice = advise_negative(s);
  } else if (e.where.masked) {
    w.advice = advise_with_mask(s);
  } else {
    w.advice = advise_without_mask(s);
  }
  return w;
}

words tell_outside_row(const story& s) {
  const event& e = s.e;
  const target& t = *s.where;
  words w;
  if (e.next_matrix) {
    return tell_many_matrices(s, box_of(t, e.where));
  }
  if (e.where.rows > 1 && e.where.row_stride != t.row_stride) {
    w.facts = s.verb() + " rows that begin " + counted(e.where.row_stride, "element") +
              " apart, but the rows of " + s.buffer + " begin " + number(t.row_stride) +
              " elements apart: " + s.range(e.first, e.first) + " belongs to no row of this tile.";
    w.advice = "Multiply the row numbers by the distance between two rows of " + s.buffer + ", " +
               number(t.row_stride) + " elements (its row stride), not by " +
               number(e.where.row_stride) + ".";
    return w;
  }
  if (s.by_rows()) {
    w = tell_matrix(s);
    const matrix_box b = box_of(*s.where, s.e.where);
    const std::int64_t row = std::max<std::int64_t>(0, b.row);
    const std::string first = "column " + number(t.columns) + " of row " + number(row);
    const char* quiet = e.last < t.high
                            ? "These lanes stay inside the memory of the buffer, so that "
                              "nothing crashes: "
                            : "Counted along the memory, ";
    w.advice = quiet + first +
               (t.row_stride > t.columns ? " lies in the gap between two rows. "
                                         : " is really column 0 of row " + number(row + 1) + ". ") +
               w.advice;
    return w;
  }
  const std::int64_t row = floor_div(e.first, t.row_stride);
  w.facts = s.verb() + " " + s.range(e.first, e.last) + " (" + counted(e.lanes, "lane") +
            "), behind the end of row " + number(row) + ": the rows of " + s.buffer + " have " +
            counted(t.columns, "element") + " and begin " + number(t.row_stride) +
            " elements apart.";
  w.advice = e.where.masked
                 ? "The mask must compare the column with the number of columns, " +
                       number(t.columns) + ", not with the distance between two rows."
                 : "The lanes behind the end of the row need a mask: `cols < number of columns`, "
                   "which is " +
                       number(t.columns) + " here.";
  return w;
}

}  // namespace kw::runtime
