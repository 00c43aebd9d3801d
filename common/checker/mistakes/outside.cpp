// A lane reads or writes outside its buffer, or leaves its row or its matrix.
#include "common/checker/mistakes/outside.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

// Does an access leave the rows of its target, even where that is also the end of the memory?
bool leaves_rows_first(const seen_access& a) {
  const target& t = a.where;
  const rectangle& r = a.lanes.front();
  if (a.one_by_one) {
    return false;
  }
  // A tile whose rows are right leaves its rows.
  const bool rows_fit = goes_by_rows(t, r) && !box_of(t, r).rows_outside;
  // So does one whose rows are further apart, or closer, than those of the target.
  const bool other_stride = t.rows > 0 && !t.many_matrices() && r.two_dimensional && !r.gathered &&
                            r.rows > 1 && r.row_stride != t.row_stride &&
                            t.element_size == r.element_size;
  return rows_fit || other_stride;
}

// Adds the elements [begin, end) outside, the first of which belongs to this lane.
void add_outside(std::int64_t lane, std::int64_t begin, std::int64_t end, event* e,
                 outside_lanes* facts) {
  if (begin >= end) {
    return;
  }
  if (e->count == 0) {
    facts->lane = lane;
    e->first = begin;
    e->last = end - 1;
  }
  e->count += end - begin;
  e->first = std::min(e->first, begin);
  e->last = std::max(e->last, end - 1);
}

event lanes_outside(const mistake& kind, const seen_access& a) {
  const span_of_elements span = span_in(a.where, a.tile.element_size);
  event e(kind, a);
  outside_lanes facts{.tile = a.one_by_one ? a.tile : a.lanes.front(), .scattered = a.one_by_one};
  for (const rectangle& r : a.lanes) {
    for (std::int64_t row = 0; row < r.rows; ++row) {
      const std::int64_t begin = r.row(row), end = begin + r.columns;
      const std::int64_t high = std::max({begin, span.high, span.low});
      add_outside(r.lane_at(row, begin), begin, std::min(end, span.low), &e, &facts);
      add_outside(r.lane_at(row, high), high, end, &e, &facts);
    }
    facts.low = std::min(facts.low, r.low());
    facts.high = std::max(facts.high, r.high());
    facts.active += r.count();
  }
  facts.tile.start = a.one_by_one ? e.first : facts.tile.start;
  e.facts = facts;
  return e;
}

// Does a tile reach from one matrix into the next? It may mean to, if a kernel treats all matrices
// as one: then its tiles begin at multiples of their height from the first row of all. One that
// does not, but begins at such a multiple within its matrix, goes by matrices.
void find_next_matrix(const target& t, const rectangle& r, event* e, outside_lanes* facts) {
  const std::int64_t row = floor_div(r.start, t.row_stride);
  const std::int64_t end = (row / t.matrix_rows + 1) * t.matrix_rows;
  const std::int64_t begin = row - r.first_lane / r.tile_columns;  // of the tile
  if (row < 0 || row + r.rows <= end || r.lane_column_step != 1 || begin % r.tile_rows == 0 ||
      (begin - (end - t.matrix_rows)) % r.tile_rows != 0) {
    return;
  }
  facts->next_matrix = true;
  e->first = r.row(end - row);
  e->last = r.row(r.rows - 1) + r.columns - 1;
  facts->lane = r.first_lane + (end - row) * r.lane_row_step;
  e->count = (row + r.rows - end) * r.columns;
}

// Lanes that stay inside the memory but leave the row they belong to. Gaps between rows do not
// belong to any row. If rows touch, only a two-dimensional tile is known to go by rows: a tile of
// rank 1 may well treat the whole array as one long vector.
void check_rows(launch_monitor& monitor, program& p, const seen_access& a, const rectangle& r) {
  const target& t = a.where;
  const bool gaps = t.row_stride > t.columns;
  const bool by_rows = r.two_dimensional && r.rows > 1 && r.row_stride == t.row_stride;
  // In an array of many axes a tile may treat several as one, if there are no gaps between them.
  // Gathered elements may come from anywhere except a gap; and if rows are single elements, each
  // lane is in a different row.
  if (!gaps &&
      (r.gathered || t.row_stride == 1 || !(t.many_matrices() ? by_rows : r.two_dimensional))) {
    return;
  }
  event e(outside_row, a);
  outside_lanes facts{.tile = r};
  for (std::int64_t row = 0; row < r.rows; ++row) {
    const std::int64_t begin = r.row(row);
    const std::int64_t column = begin - floor_div(begin, t.row_stride) * t.row_stride;
    const std::int64_t outside = std::min(r.columns, column + r.columns - t.columns);
    const std::int64_t end = begin + r.columns;
    add_outside(r.lane_at(row, end - outside), end - outside, end, &e, &facts);
    if (row == 0 && outside <= 0 && r.row_stride == t.row_stride) {
      break;  // all rows have the same place
    }
  }
  if (e.count == 0 && by_rows && t.many_matrices()) {
    find_next_matrix(t, r, &e, &facts);
  }
  if (e.count > 0) {
    e.facts = facts;
    monitor.stop(p, std::move(e));
  }
}

void guard_lanes(launch_monitor& monitor, program& p, const seen_access& a) {
  if (!a.inside) {
    monitor.stop(p, lanes_outside(leaves_rows_first(a) ? outside_row : out_of_bounds, a));
  }
  if (a.where.rows > 0 && a.where.element_size == a.tile.element_size) {
    for (const rectangle& r : a.lanes) {
      check_rows(monitor, p, a, r);
    }
  }
}

}  // namespace

const mistake out_of_bounds{
    .name = "out-of-bounds",
    .explain = explain_outside,
    .while_running = {.guard = guard_lanes},  // of both
    .about_addresses = true,
};
const mistake outside_row{
    .name = "outside-row",
    .explain = explain_outside,
    .about_addresses = true,
};

bool reaches_next_matrix(const event& e) {
  return e.as<outside_lanes>().next_matrix;
}

std::string advise_distance_of_another(const site& s) {
  const target& t = *s.where;
  const std::string made = s.code.made_of(s.address);
  const int count =
      std::min(s.launch.argument_count, t.rows == 0 ? 0 : static_cast<int>(s.parameters.size()));
  for (int i = 0; i < count; ++i) {
    const argument& of = s.launch.arguments[i];
    const std::string& array = s.parameters[i].name;
    const std::int64_t stride = of.rank == 2 && array != s.buffer ? of.strides[0] : 0;
    if (stride < 2 || stride == t.row_stride || stride == t.columns || stride == t.rows) {
      continue;
    }
    std::string by =
        made.find(array + ".stride(0)") == std::string::npos ? "" : array + ".stride(0)";
    for (int k = 0; k < count; ++k) {
      const argument& number = s.launch.arguments[k];
      const bool same = number.is_integer && number.data == nullptr && number.extents[0] == stride;
      by = same && base::mentions(made, s.parameters[k].name) ? s.parameters[k].name : by;
    }
    if (!by.empty()) {
      return sentence(
          "The address uses `{}`, {}, which is the distance between two rows of {}. Two rows of {} "
          "are {} apart: `{}`.",
          by, stride, array, s.buffer, t.row_stride, s.row_distance());
    }
  }
  return "";
}

}  // namespace kw::runtime
