// A lane reads or writes outside its buffer.
#include <algorithm>
#include <utility>

#include "common/checker/mistakes/matrix_words.hpp"
#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/outside.hpp"
#include "common/checker/mistakes/outside_masks.hpp"
#include "common/checker/mistakes/program_steps.hpp"

namespace kw::runtime {
namespace {

// How large the buffer is, as far as its elements are numbered in the message.
std::string size_sentence(const site& s) {
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

block_map blocks_of(const site& s) {
  const rectangle& r = outside(s).tile;
  block_map b{};
  b.lanes = r.lanes();
  b.programs = s.launch.grid[0];
  b.applies = !outside(s).scattered && !r.two_dimensional && b.lanes > 1 && r.rows == 1 &&
              s.launch.grid[1] <= 1 && s.launch.grid[2] <= 1 && s.where->extent > 0 &&
              s.where->rows == 0 && s.where->low == 0;
  b.wanted_start = s.e.program * b.lanes;
  b.starts_right = r.start - r.first_lane == b.wanted_start;
  b.needed = ceil_div(s.where->extent, b.lanes);
  return b;
}

// In a loop the step is to blame, or a missing mask in its last step; never the first block.
std::string advise_in_loop(const site& s) {
  const std::string loop = s.loop_text();
  if (s.e.count == outside(s).tile.count()) {
    return "All lanes of this step of " + loop +
           " are past the end, so the loop takes one step too many. Look at where it begins and "
           "ends, and at what is added to " +
           s.buffer + ".";
  }
  return "A step of " + loop +
         " reaches past the end, and there is no mask. A mask switches the spare lanes off: `" +
         s.offsets() + " < " + s.size_name(s.where->extent) + "`, then `" + s.call_with("mask") +
         "`.";
}

// A program whose block does not begin where its number says.
std::string advise_start(const site& s, const block_map& b) {
  const std::string id = s.program(s.e.program);
  const program_steps starts(s, &outside(s).tile);
  const auto step = starts.along(0), origin = starts.origin(0);
  if (step && origin && *step == b.lanes && *origin != 0) {
    const bool late = *origin > 0;
    const std::string by = number(late ? *origin : -*origin);
    return "Program " + s.program(0) + " begins at element " + number(*origin) +
           (late ? " and not at 0, and every other one as far too late"
                 : ", before the first one, and every other one as far too early") +
           ". Programs count from 0, so program p begins at p * " + number(b.lanes) +
           ": leave out the " + by + " that is " + (late ? "added" : "subtracted") +
           (*origin % b.lanes == 0 ? ", which is " + counted(*origin / b.lanes, "block") + "."
                                   : ".");
  }
  return "With " + number(b.lanes) + " lanes in each program, program " + id +
         " should begin at element " + number(s.e.program) + " * " + number(b.lanes) + " = " +
         number(b.wanted_start) + ", but it begins at " + number(outside(s).tile.start) +
         ". Look at what tl.program_id(0) is multiplied by.";
}

// A call without a tile.
std::string advise_one_element(const site& s) {
  return s.where->extent == 0
             ? "There is nothing to access: is this the right buffer?"
             : "The last element is " + s.range(s.where->high - 1, s.where->high - 1) +
                   ", because indices count from 0.";
}

// Lanes that are further apart than they should be, in an array of one axis.
std::string advise_neighbours(const site& s) {
  const outside_lanes& o = outside(s);
  const std::int64_t reach = o.high - 1 - o.low;
  const bool even = o.scattered && o.active > 1 && o.active == o.tile.lanes() &&
                    reach % (o.active - 1) == 0 && s.where->rows == 0;
  const std::int64_t step = even ? reach / (o.active - 1) : 0;
  return step > 1 && !s.by_index()
             ? "Its lanes reach from " + s.range(o.low, o.low) + " to " +
                   s.range(o.high - 1, o.high - 1) + ", " + number(step) +
                   " elements apart. As a rule a program takes neighbouring elements: its number "
                   "is "
                   "multiplied by the number of its lanes, `tl.program_id(0) * " +
                   number(o.tile.lanes()) + "`, and its lanes are added as they are."
             : "";
}

std::string advise_without_mask(const site& s) {
  const block_map b = blocks_of(s);
  const bool several = outside(s).tile.lanes() > 1;
  if (!s.loop_text().empty() && several &&
      s.other_mask(only_reads(s.e.access) ? "tl.store" : "tl.load").line == 0) {
    return advise_in_loop(s);
  }
  if (b.applies && !b.starts_right) {
    return advise_start(s, b);
  }
  if (b.applies && s.e.count == outside(s).tile.count() && b.programs > b.needed) {
    return "All lanes of this program are past the end: the grid has " + number(b.programs) +
           " programs of " + number(b.lanes) + " lanes, but cdiv(" + number(s.where->extent) +
           ", " + number(b.lanes) + ") = " + number(b.needed) + (b.needed == 1 ? " is" : " are") +
           " enough. Look at the grid in launch.";
  }
  if (outside(s).tile.lanes() == 1) {
    return advise_one_element(s);
  }
  const std::string apart = advise_neighbours(s);
  return apart.empty() ? advise_missing_mask(s) : apart;
}

// The axis of the grid along which each program has one row, if this program's row is past the last
// one; else -1.
int axis_of_rows(const site& s) {
  const target& t = *s.where;
  const rectangle& r = outside(s).tile;
  const std::int64_t begin = r.start - r.first_lane;
  if (outside(s).scattered || r.two_dimensional || r.rows != 1 || t.rows == 0 ||
      t.row_stride == 0 || begin % t.row_stride != 0 || begin / t.row_stride < t.rows) {
    return -1;
  }
  std::int64_t rest = s.e.program;
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t extent = std::max(1u, s.launch.grid[axis]);
    if (extent > t.rows && rest % extent == begin / t.row_stride) {
      return axis;
    }
    rest /= extent;
  }
  return -1;
}

std::string advise_grid_of_rows(const site& s, int axis) {
  const target& t = *s.where;
  const std::int64_t programs = s.launch.grid[axis];
  const std::string row = number(floor_div(outside(s).tile.start, t.row_stride));
  return "Program " + s.program(s.e.program) + " works on row " + row + ", but " + s.buffer +
         " has only " + counted(t.rows, "row") + ", while the grid has " + number(programs) +
         " programs along axis " + number(axis) +
         (programs == t.columns      ? ", as many as there are columns"
          : programs == t.row_stride ? ", as many as elements from row to row"
                                     : "") +
         ". Each program has one row, so the grid needs the number of rows, such as `" + s.buffer +
         ".extent(0)` of the view that is passed.";
}

// A line that takes a row past the last one, with all of its lanes.
std::string advise_row_past_end(const site& s) {
  const target& t = *s.where;
  const rectangle& r = outside(s).tile;
  const std::int64_t row = t.row_stride > 0 ? floor_div(r.start, t.row_stride) : 0;
  if (t.rows == 0 || outside(s).scattered || r.two_dimensional || row < t.rows) {
    return "";
  }
  const std::string loop = s.loop_text();
  return "This line takes row " + number(row) + " of " + s.buffer + ", which has " +
         counted(t.rows, "row") + ": the last row is " + number(t.rows - 1) +
         ". Its number must be below `" + s.extent_along(matrix_axis::rows) + "`" +
         (loop.empty() ? "." : ": look at where " + loop + " ends.");
}

// The elements that the lanes of an access touch: all of [low, high) if there are as many of them.
struct window {
  std::int64_t low, high, lanes;
};

window window_of(const site& s) {
  const outside_lanes& o = outside(s);
  return o.scattered ? window{o.low, o.high, o.active}
                     : window{o.tile.start, o.tile.start + o.tile.columns,
                              o.tile.rows == 1 ? o.tile.columns : 0};
}

// Do the lanes cover as many elements as the buffer has, all of them shifted by the same number?
// Not in a loop: another step may cover other elements.
bool is_shifted_window(const site& s) {
  const target& t = *s.where;
  const auto [low, high, lanes] = window_of(s);
  return t.extent > 1 && lanes == t.extent && high - low == lanes && t.high - t.low == t.extent &&
         low != t.low && !(outside(s).tile.masked && s.e.first < 0) && s.loop_text().empty();
}

std::string advise_shift(const site& s) {
  const window w = window_of(s);
  const std::int64_t shift = s.where->low - w.low;
  if (s.where->rows == 0 && shift < 0 && shift % s.where->extent == 0) {
    return s.buffer + " has " + counted(s.where->extent, "element") + " in all, and program " +
           s.program(s.e.program) + " begins at " + s.range(-shift, -shift) +
           ", as if it had a part of its own. If all programs need the same elements, its offsets "
           "must not move from one program to the next.";
  }
  const std::string by = number(shift > 0 ? shift : -shift);
  return "The lanes reach from " + s.range(w.low, w.low) + " to " +
         s.range(w.high - 1, w.high - 1) + ": that is as many as " + s.buffer +
         " has elements, but all of them are " + by +
         (shift > 0 ? " too low. Add " + by + " to `" : " too high. Take " + by + " from `") +
         s.offsets() + "`: `" + s.offsets() + (shift > 0 ? " + " : " - ") + by + "`.";
}

// An offset too large for any int, or one that a product past 2^31 left negative. Below 0, as an
// unsigned int shows it.
bool looks_wrapped(const event& e) {
  return e.first >= UINT32_MAX - (1 << 20) && e.first <= UINT32_MAX;
}

bool looks_overflowed(const event& e) {
  return e.last >= INT32_MAX || e.first <= INT32_MIN / 2;
}

const char* const kOverflowAdvice =
    "An offset this large does not fit into an int (at most 2147483647), or it is what remains of "
    "one that did not. If the stride is right, compute in 64 bits: `std::int64_t(tl.program_id(0)) "
    "* stride`, or `rows.to(int64) * stride` for a tile.";

words explain_out_of_bounds(const site& s) {
  if (by_rows(s) && s.where->rows > 0) {
    const matrix_box b = box_of(*s.where, outside(s).tile);
    if (b.rows_outside || b.columns_outside) {
      return tell_matrix(s);
    }
  }
  const event& e = s.e;
  words w;
  const bool gaps = e.count != e.last - e.first + 1;
  const std::string lanes =
      outside(s).tile.lanes() == 1 ? "" : " (" + counted(e.count, "lane") + ")";
  w.facts = gaps ? s.verb() + " outside " + s.buffer + ", between " + s.range(e.first, e.first) +
                       " and " + s.range(e.last, e.last) + lanes + ": "
                 : s.verb() + " " + s.range(e.first, e.last) + lanes + " but ";
  w.facts += size_sentence(s) + ".";
  if (outside(s).scattered && outside(s).tile.two_dimensional && s.where->rows > 0) {
    return tell_scattered_matrix(s, std::move(w));
  }
  if (looks_wrapped(e)) {
    w.advice =
        "This number is what an unsigned int makes of " + number(e.first - UINT32_MAX - 1) +
        ", because it cannot go below 0. Make indices and sizes int or std::int64_t, and look at "
        "what is subtracted.";
  } else if (looks_overflowed(e)) {
    w.advice = kOverflowAdvice;
  } else if (std::string start = outside(s).scattered ? "" : advise_start(s, outside(s).tile);
             !start.empty()) {
    w.advice = std::move(start);
  } else if (const int axis = axis_of_rows(s); axis >= 0) {
    w.advice = advise_grid_of_rows(s, axis);
  } else if (std::string row = advise_row_past_end(s); !row.empty()) {
    w.advice = std::move(row);
  } else if (is_shifted_window(s)) {
    w.advice = advise_shift(s);
  } else if (e.first < 0) {
    w.advice = advise_negative(s);
  } else if (outside(s).tile.masked) {
    w.advice = advise_with_mask(s);
  } else {
    w.advice = advise_without_mask(s);
  }
  return w;
}

void guard_against_out_of_bounds(launch_monitor& monitor, program& p, const seen_access& a) {
  if (!a.inside && !leaves_rows_first(a)) {
    monitor.stop(p, lanes_outside(out_of_bounds, a));
  }
}

void guard_lanes_against_out_of_bounds(launch_monitor& monitor, program& p, const seen_lanes& a) {
  const auto [low, high] = span_in(a.where, a.tile.element_size);
  outside_lanes facts{.tile = a.tile, .scattered = true};
  std::int64_t first = INT64_MAX, last = INT64_MIN, count = 0;
  facts.low = INT64_MAX;
  for (int i = 0; a.where.bounded && i < a.tile.lanes(); ++i) {
    const std::int64_t element = a.shift + a.offsets[i];
    if (a.on(i)) {
      facts.low = std::min(facts.low, element);
      facts.high = std::max(facts.high, element + 1);
      ++facts.active;
    }
    if (a.on(i) && (element < low || element >= high)) {
      facts.lane = count++ == 0 ? i : facts.lane;
      first = std::min(first, element);
      last = std::max(last, element);
    }
  }
  if (count > 0) {
    facts.tile.start = first;
    event e(out_of_bounds, a.place);
    e.target = a.target;
    e.access = a.kind;
    e.first = first;
    e.last = last;
    e.count = count;
    e.facts = facts;
    monitor.stop(p, std::move(e));
  }
}

}  // namespace

const mistake out_of_bounds{
    .name = "out-of-bounds",
    .explain = explain_out_of_bounds,
    .while_running = {.guard = guard_against_out_of_bounds,
                      .guard_lanes = guard_lanes_against_out_of_bounds},
    .about_addresses = true,
};

}  // namespace kw::runtime
