// What out_of_bounds and outside_row say.
#include <algorithm>
#include <cstdint>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/outside.hpp"

namespace kw::runtime {
namespace {

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

// ---- what to try

bool is_below_zero_unsigned(const site& s) {
  return s.e.first >= UINT32_MAX - (1 << 20) && s.e.first <= UINT32_MAX;
}
std::string advise_unsigned(const site& s) {
  return sentence(
      "This number is what an unsigned int makes of {}, because it cannot go below 0. Make indices "
      "and sizes int or std::int64_t, and look at what is subtracted.",
      s.e.first - UINT32_MAX - 1);
}

// Too large for any int, or what a product past 2^31 left negative.
bool does_not_fit(const site& s) {
  return s.e.last >= INT32_MAX || s.e.first <= INT32_MIN / 2;
}
std::string advise_wide_integers(const site&) {
  return "An offset this large does not fit into an int (at most 2147483647), or it is what "
         "remains of one that did not. If the stride is right, compute in 64 bits: "
         "`std::int64_t(tl.program_id(0)) * stride`, or `rows.to(int64) * stride` for a tile.";
}

bool all_past_end(const site& s) {
  const outside_lanes& o = outside(s);
  return o.tile.lanes() > 1 && s.e.first >= s.where->high &&
         s.e.count == (o.scattered ? o.active : o.tile.count());
}
std::string advise_all_past_end(const site& s) {
  const target& t = *s.where;
  const rectangle& tile = outside(s).tile;
  const std::string loop = s.loop_text();
  std::string text = "All lanes of " +
                     (loop.empty() ? "program " + s.program(s.e.program) : "this step of " + loop) +
                     " are past the end";
  if (const std::string mask = s.mask_text(); !mask.empty()) {
    text += ", although the mask `" + mask + "` lets them through";
  }
  if (t.rows > 0 && !tile.two_dimensional && !outside(s).scattered) {
    text += sentence(
        ", in row {} of {}, whose last row is {}: the number of a row must be below "
        "`{}`",
        floor_div(tile.start, t.row_stride), s.buffer, t.rows - 1,
        s.extent_along(matrix_axis::rows));
  }
  if (!loop.empty()) {
    return text + ". Look at where the loop begins and ends, and at what is added to " + s.buffer +
           ".";
  }
  const bool one_axis = s.launch.grid[1] <= 1 && s.launch.grid[2] <= 1;
  const std::int64_t needed = ceil_div(t.extent, tile.lanes());
  return text +
         (one_axis && t.rows == 0 && s.launch.grid[0] > needed && needed > 0
              ? sentence(". The grid has {} programs of {} lanes: for {} elements {} {} enough.",
                         s.launch.grid[0], tile.lanes(), t.extent,
                         cdiv_text(t.extent, tile.lanes()), needed == 1 ? "is" : "are")
              : ". Look at the grid in launch, and at what the program ids are multiplied by.") +
         " If all programs need the same elements of " + s.buffer +
         ", its offsets must not move from one program to the next.";
}

std::string advise_below_zero(const site& s) {
  const std::string offsets = s.offsets(), first = s.range(0, 0);
  return outside(s).tile.masked
             ? sentence(
                   "The mask lets lane {} through, although its index is below 0. The first "
                   "element is {}: the mask must look at both ends, `({} >= 0) & ({} < {})`.",
                   outside(s).lane, first, offsets, offsets, s.size_name(s.where->extent))
             : sentence(
                   "The first element is {}, and an index below 0 is before its beginning. "
                   "Programs and lanes count from 0: look at what is subtracted in `{}`.",
                   first, offsets);
}

std::string lanes_let_through(const site& s) {
  return sentence(" lets lane {} through{}", outside(s).lane,
                  s.e.count > 1 ? sentence(", the first of {}", s.e.count) : "");
}

std::string advise_index(const site& s) {
  return sentence(
      "The mask{}, and its index is {}. Indices into {} go from 0 to {}: are the indices right, "
      "and did you mean this buffer? If an index may be outside, the lane needs a mask: `({} >= 0) "
      "& ({} < {})`.",
      lanes_let_through(s), s.e.first, s.buffer, s.where->high - 1, s.offsets(), s.offsets(),
      s.where->high);
}

std::string length_of(const site& s) {
  return s.where->rows > 0 && !outside(s).tile.two_dimensional
             ? s.extent_along(matrix_axis::columns)
             : s.size_name(s.where->extent);
}

std::string advise_one_too_many(const site& s) {
  return sentence(
      "The mask{}, one too many: the last element is {}. Compare with `<`, not with `<=`: `{} < "
      "{}`.",
      lanes_let_through(s), s.range(s.where->high - 1, s.where->high - 1), s.offsets(),
      length_of(s));
}

std::string advise_mask(const site& s) {
  const target& t = *s.where;
  const bool of_row = t.rows > 0 && !outside(s).tile.two_dimensional;
  const std::string mask = s.mask_text();
  const auto sign = mask.find(" < ");
  // Where the address does not show them, the mask of one comparison does.
  const bool shown = s.offsets() == "offsets" && sign != std::string::npos &&
                     mask.find('&') == std::string::npos && !mentions(s.address, "offsets");
  const std::string needed = (shown ? mask.substr(0, sign) : s.offsets()) + " < " + length_of(s);
  const std::string lanes =
      "The mask" + (mask.empty() ? "" : " `" + mask + "`") + lanes_let_through(s);
  return mask.find(needed) != std::string::npos
             ? lanes + ". It is right only if no line above moves the pointer."
             : sentence(
                   "{}. It must compare the same offsets that are added to {} with the {}, {}: "
                   "`{}`.",
                   lanes, s.buffer, of_row ? "length of its rows" : "number of its elements",
                   of_row ? t.columns : t.extent, needed);
}

std::string advise_one_element(const site& s) {
  const std::string index = s.offsets();
  return s.where->extent == 0
             ? "There is nothing to access: is this the right buffer?"
             : sentence("The last element is {}, because indices count from 0{}.",
                        s.range(s.where->high - 1, s.where->high - 1),
                        index == "offsets" ? "" : ": look at what `" + index + "` is");
}

bool has_lanes_apart(const site& s) {
  const outside_lanes& o = outside(s);
  return o.scattered && o.high - o.low > o.active && s.where->rows == 0 && !s.by_index();
}
std::string advise_lanes_apart(const site& s) {
  const outside_lanes& o = outside(s);
  return sentence(
      "Its lanes reach from {} to {}. As a rule a program takes neighbouring elements: its number "
      "is multiplied by the number of its lanes, `tl.program_id(0) * {}`, and its lanes are added "
      "as they are.",
      s.range(o.low, o.low), s.range(o.high - 1, o.high - 1), o.tile.lanes());
}

// For a tile of rank 1 in a grid of one axis, where program p should begin at p * lanes.
bool begins_elsewhere(const site& s) {
  const rectangle& r = outside(s).tile;
  return !outside(s).scattered && !r.two_dimensional && r.rows == 1 && s.launch.grid[1] <= 1 &&
         s.launch.grid[2] <= 1 && s.where->rows == 0 && s.where->low == 0 &&
         s.loop_text().empty() && r.start - r.first_lane != s.e.program * r.lanes();
}
std::string advise_begin(const site& s) {
  const std::int64_t lanes = outside(s).tile.lanes();
  return sentence(
      "With {} lanes in each program, program {} should begin at element {} * {} = {}, but it "
      "begins at {}. Look at what tl.program_id(0) is multiplied by.",
      lanes, s.program(s.e.program), s.e.program, lanes, s.e.program * lanes,
      outside(s).tile.start);
}

// For lanes that go by no rows and columns, the first that fits: what went wrong before the access,
// then its mask, then how it should be without one.
const explanation kOutsideAdvice[] = {
    {is_below_zero_unsigned, advise_unsigned},
    {does_not_fit, advise_wide_integers},
    {[](const site& s) { return s.e.first < 0; }, advise_below_zero},
    {[](const site& s) { return outside(s).scattered && outside(s).tile.masked && s.by_index(); },
     advise_index},
    {all_past_end, advise_all_past_end},
    {[](const site& s) {
       return s.e.count == 1 && s.e.first == s.where->high &&
              s.mask_text().find("<=") != std::string::npos;
     },
     advise_one_too_many},
    {[](const site& s) { return outside(s).tile.masked; }, advise_mask},
    {[](const site& s) { return outside(s).tile.lanes() == 1; }, advise_one_element},
    {has_lanes_apart, advise_lanes_apart},
    {begins_elsewhere, advise_begin},
    {[](const site&) { return true; },
     [](const site& s) {
       return advise_missing_mask(s, s.offsets() + " < " + s.size_name(s.where->extent));
     }},
};

}  // namespace

std::string advise_missing_mask(const site& s, const std::string& needed) {
  const char* const other_function = only_reads(s.e.access) ? "tl.store" : "tl.load";
  if (const auto other = s.other_mask(other_function); other.line > 0) {
    return sentence(
        "The {} in line {} has a mask, but this {} has none. Both touch the same lanes, so both "
        "need it: `{}`.",
        other_function, other.line, s.function(), s.call_with(other.mask));
  }
  return sentence(
      "This program has more lanes than there are elements left, and this call has no mask. A mask "
      "switches the spare lanes off: `auto mask = {};`, then `{}`.",
      needed, s.call_with("mask"));
}

words explain_out_of_bounds(const site& s) {
  const target& t = *s.where;
  const outside_lanes& o = outside(s);
  if (by_rows(s)) {
    const matrix_box b = box_of(t, o.tile);
    if (b.rows_outside || b.columns_outside) {
      return tell_matrix(s);
    }
  }
  const event& e = s.e;
  const std::string lanes = o.tile.lanes() == 1 ? "" : " (" + counted(e.count, "lane") + ")";
  words w;
  w.facts = (e.count != e.last - e.first + 1
                 ? sentence("{} outside {}, between {} and {}{}: ", s.verb(), s.buffer,
                            s.range(e.first, e.first), s.range(e.last, e.last), lanes)
                 : sentence("{} {}{} but ", s.verb(), s.range(e.first, e.last), lanes)) +
            size_sentence(s) + ".";
  w.advice = o.scattered && o.tile.two_dimensional && t.rows > 0
                 ? advise_scattered_matrix(s)
                 : first_that_fits(kOutsideAdvice, s);
  return w;
}

words explain_outside_row(const site& s) {
  const event& e = s.e;
  const target& t = *s.where;
  const rectangle& tile = outside(s).tile;
  if (outside(s).next_matrix) {
    return tell_many_matrices(s, box_of(t, tile));
  }
  const bool has_rows = tile.rows > 1 || (tile.two_dimensional && tile.first_lane > 0);
  if (has_rows && tile.row_stride > 0 && tile.row_stride != t.row_stride) {
    return {
        sentence("{} rows that begin {} apart, but the rows of {} begin {} elements apart, so "
                 "the tile leaves its rows, first at {}.",
                 s.verb(), counted(tile.row_stride, "element"), s.buffer, t.row_stride,
                 s.range(e.first, e.first)),
        sentence("Multiply the row numbers by the distance between two rows of {}, `{}` (its "
                 "row stride, {}), not by {}.",
                 s.buffer, s.row_distance(), counted(t.row_stride, "element"), tile.row_stride)};
  }
  if (by_rows(s)) {
    words w = tell_matrix(s);
    const std::int64_t row = std::max<std::int64_t>(0, box_of(t, tile).row);
    const char* quiet =
        e.last < t.high ? "These lanes stay inside the memory of the buffer, so nothing crashes: "
                        : "Counted along the memory, ";
    w.advice = sentence("{}column {} of row {} is {}. {}", quiet, t.columns, row,
                        t.row_stride > t.columns ? "in the gap between two rows"
                                                 : "really column 0 of row " + number(row + 1),
                        w.advice);
    return w;
  }
  return {
      sentence("{} {} ({}), past the end of row {}: the rows of {} have {} and begin {} elements "
               "apart.",
               s.verb(), s.range(e.first, e.last), counted(e.count, "lane"),
               floor_div(e.first, t.row_stride), s.buffer, counted(t.columns, "element"),
               t.row_stride),
      tile.masked
          ? advise_mask(s)
          : advise_missing_mask(s, s.offsets() + " < " + s.extent_along(matrix_axis::columns))};
}

}  // namespace kw::runtime
