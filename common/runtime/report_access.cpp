// Words for mistakes of a single load or store.
#include <algorithm>
#include <utility>

#include "report.hpp"

namespace kw::runtime {
namespace {

std::string number(std::int64_t n) {
  return std::to_string(n);
}

std::string span(const char* what, std::int64_t first, std::int64_t last) {
  return first == last ? std::string(what) + " " + number(first)
                       : std::string(what) + "s " + number(first) + ".." + number(last);
}

// How large the buffer is, as far as its elements are numbered in the message.
std::string size_sentence(const story& s) {
  const target& t = *s.where;
  if (t.extent == 0) {
    return s.buffer + " has no elements";
  }
  if (t.rows > 0 && t.row_stride > t.columns) {
    return s.buffer + " ends at " + s.range(t.high - 1, t.high - 1) + " (" +
           counted(t.rows, "row") + " of " + counted(t.columns, "element") + ", which begin " +
           number(t.row_stride) + " elements apart)";
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

std::string advise_without_mask(const story& s) {
  const block_map b = blocks_of(s);
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
  return "This program has more lanes than elements are left, and no mask. A mask switches the "
         "spare "
         "lanes off: `auto mask = " +
         s.offsets() + " < " + size + ";`, then `" + s.call_with("mask") + "`.";
}

std::string advise_with_mask(const story& s) {
  const std::int64_t end = s.where->high;
  const std::string size = s.size_name(s.where->extent);
  if (s.e.lanes == 1 && s.e.first == end && end > 0) {
    return "The mask lets lane " + number(s.e.lane) +
           " through, one too many: the last element is " + s.range(end - 1, end - 1) +
           ". Compare with `<`, not with `<=`: `" + s.offsets() + " < " + size + "`.";
  }
  return "The mask lets lane " + number(s.e.lane) + " through" +
         (s.e.lanes > 1 ? ", the first of " + number(s.e.lanes) : "") + ". Lanes at or past " +
         number(s.where->extent) + " need `" + s.offsets() + " < " + size +
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

words tell_matrix(const story& s) {
  const matrix_box b = box_of(*s.where, s.e.where);
  const target& t = *s.where;
  words w;
  w.facts = s.verb() + " " + (b.rows_outside ? span("row", b.row, b.last_row) : "") +
            (b.rows_outside && b.columns_outside ? " and " : "") +
            (b.columns_outside ? span("column", b.column, b.last_column) : "") + " of " + s.buffer +
            ", but " + s.buffer + " has " + (b.rows_outside ? counted(t.rows, "row") : "") +
            (b.rows_outside && b.columns_outside ? " and " : "") +
            (b.columns_outside ? counted(t.columns, "column") : "") + ": " +
            number(b.lanes_outside) + " of the " + counted(s.e.where.count(), "active lane") +
            (b.lanes_outside == 1 ? " is" : " are") + " outside.";
  const std::string axes = b.rows_outside && b.columns_outside ? "the rows and the columns"
                           : b.rows_outside                    ? "the rows"
                                                               : "the columns";
  if (b.row < 0) {
    w.advice = "Rows count from 0: look at what is subtracted in the row numbers.";
  } else if (b.row >= t.rows && b.column < t.columns && !s.e.where.masked) {
    w.advice =
        "The whole tile lies below the last row. Are the rows and columns, or the two program "
        "ids, swapped? Or has the grid more programs than cdiv(" +
        number(t.rows) + ", " + number(s.e.where.tile_rows) +
        ") = " + number(ceil_div(t.rows, s.e.where.tile_rows)) + " along the rows?";
  } else if (s.e.where.masked) {
    w.advice = "The mask does not guard " + axes + ". It needs " + matrix_mask(b) +
               ", with the size of " + s.buffer + " (" + number(t.rows) + " x " +
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
  if (e.first < 0) {
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

words tell_uninitialised_read(const story& s) {
  const event& e = s.e;
  words w;
  const bool gaps = e.lanes != e.last - e.first + 1;
  const std::string lanes = e.where.lanes() == 1 ? "" : " (" + counted(e.lanes, "lane") + ")";
  w.facts = s.verb() + " " +
            (gaps ? number(e.lanes) + " elements between " + s.range(e.first, e.first) + " and " +
                        s.range(e.last, e.last)
                  : s.range(e.first, e.last) + lanes) +
            ", which nothing has written.";
  const std::string inputs = s.inputs();
  if (e.written_here) {
    w.advice =
        "Other programs write this in the same launch, but programs run in no fixed order. A "
        "program may read what was there before the launch, and what it stored itself.";
  } else if (e.access == access_kind::atomic) {
    w.advice =
        "It adds to whatever the memory held. Fill " + s.buffer + " with 0 before the launch.";
  } else if (!s.where->is_const) {
    w.advice = s.buffer +
               " is an output: before the kernel stores to it, it holds nothing of use." +
               (inputs.empty() ? "" : " Did you mean to load from " + inputs + "?");
  } else {
    w.advice = "No values were put into " + s.buffer +
               " before the launch. Upload them, or launch the kernel that writes it first.";
  }
  return w;
}

words tell_undefined_lane(const story& s) {
  const event& e = s.e;
  words w;
  w.facts = "tl.store writes to " + s.range(e.first, e.last) + " (" + counted(e.lanes, "lane") +
            ") what a tl.load did not read: its mask had switched " +
            (e.lanes == 1 ? "this lane" : "these lanes") + " off, which leaves " +
            (e.lanes == 1 ? "it" : "them") + " without a value.";
  w.advice =
      "Give tl.store the same mask, so that it skips these lanes. Where their value matters, "
      "give tl.load one to use instead, as third argument: `tl.load(x + offsets, mask, 0.0f)`.";
  return w;
}

words tell_lost_accumulator() {
  return {
      "the sum of this tl.dot is not given back to its accumulator. tl.dot(a, b, acc) adds to acc "
      "itself, and on a GPU the addition may go on after this line: only acc is told when it ends.",
      "Write `acc = tl.dot(a, b, acc);` with one and the same variable on both sides. A second sum "
      "needs a `tl.accumulator` of its own."};
}

words tell_released_stage() {
  return {
      "this uses a tile of a stream that was given back: by a `tl.dot` that used it before, or "
      "when "
      "the call of the body that it was given to returned. The stream was free to fetch another "
      "step into the tile's memory.",
      "Where several products need the tile, write `tl.keep(tile)` in all but the last. To keep "
      "its "
      "values after the call, copy them there: `auto kept = tl.load(tile);`."};
}

words tell_device_assert(const story& s) {
  const event& e = s.e;
  words w;
  w.facts = "tl.device_assert fails" +
            (e.where.columns > 1 ? " in lane " + number(e.lane) + " of " + number(e.where.columns)
                                 : std::string()) +
            ": " + (e.text.empty() ? "its condition is false" : e.text) + ".";
  w.advice = "The condition is false there. `tl.device_print` shows the values it was made of.";
  return w;
}

}  // namespace kw::runtime
