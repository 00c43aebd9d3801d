// A lane reads or writes outside its buffer, or leaves its row or its matrix.
#include "common/checker/mistakes/outside.hpp"

#include <algorithm>
#include <utility>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

// Does an access leave the rows of its target, even where that is also the end of the memory?
bool leaves_rows_first(const seen_access& a) {
  const target& t = a.where;
  const rectangle& r = a.lanes;
  // A tile whose rows are right leaves its rows.
  const bool rows_fit = goes_by_rows(t, r) && !box_of(t, r).rows_outside;
  // So does one whose rows are further apart, or closer, than those of the target.
  const bool other_stride = t.rows > 0 && !t.many_matrices() && r.two_dimensional && !r.gathered &&
                            r.rows > 1 && r.row_stride != t.row_stride &&
                            t.element_size == r.element_size;
  return rows_fit || other_stride;
}

event lanes_outside(const mistake& kind, const seen_access& a) {
  const rectangle& r = a.lanes;
  const span_of_elements span = span_in(a.where, r.element_size);
  event e(kind, a);
  outside_lanes facts{.tile = r};
  e.first = INT64_MAX;
  e.last = INT64_MIN;
  const auto outside = [&](std::int64_t row, std::int64_t begin, std::int64_t end) {
    if (begin >= end) {
      return;
    }
    facts.lane = e.count == 0 ? r.lane_at(row, begin) : facts.lane;
    e.count += end - begin;
    e.first = std::min(e.first, begin);
    e.last = std::max(e.last, end - 1);
  };
  for (std::int64_t row = 0; row < r.rows; ++row) {
    const std::int64_t begin = r.row(row), end = begin + r.columns;
    outside(row, begin, std::min(end, span.low));
    outside(row, std::max({begin, span.high, span.low}), end);
  }
  e.facts = facts;
  return e;
}

void guard_against_out_of_bounds(launch_monitor& monitor, program& p, const seen_access& a) {
  if (!a.inside && !leaves_rows_first(a)) {
    monitor.stop(p, lanes_outside(out_of_bounds, a));
  }
}

void guard_lanes_against_out_of_bounds(launch_monitor& monitor, program& p, const seen_lanes& a) {
  const auto [low, high] = span_in(a.where, a.tile.element_size);
  outside_lanes facts{.tile = a.tile, .scattered = true};
  event e(out_of_bounds, a.place);
  e.target = a.target;
  e.access = a.kind;
  e.first = facts.low = INT64_MAX;
  e.last = INT64_MIN;
  for (int i = 0; a.where.bounded && i < a.tile.lanes(); ++i) {
    const std::int64_t element = a.shift + a.offsets[i];
    if (!a.on(i)) {
      continue;
    }
    facts.low = std::min(facts.low, element);
    facts.high = std::max(facts.high, element + 1);
    ++facts.active;
    if (element < low || element >= high) {
      facts.lane = e.count++ == 0 ? i : facts.lane;
      e.first = std::min(e.first, element);
      e.last = std::max(e.last, element);
    }
  }
  if (e.count > 0) {
    facts.tile.start = e.first;
    e.facts = facts;
    monitor.stop(p, std::move(e));
  }
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
void check_rows(launch_monitor& monitor, program& p, const seen_access& a) {
  const target& t = a.where;
  const rectangle& r = a.lanes;
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
    if (outside > 0) {
      const std::int64_t first = begin + r.columns - outside;
      if (e.count == 0) {
        e.first = first;
        facts.lane = r.lane_at(row, first);
      }
      e.last = begin + r.columns - 1;
      e.count += outside;
    }
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

void guard_against_outside_row(launch_monitor& monitor, program& p, const seen_access& a) {
  if (!a.inside && leaves_rows_first(a)) {
    monitor.stop(p, lanes_outside(outside_row, a));
  }
  if (a.where.rows > 0 && a.where.element_size == a.lanes.element_size) {
    check_rows(monitor, p, a);
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
const mistake outside_row{
    .name = "outside-row",
    .explain = explain_outside_row,
    .while_running = {.guard = guard_against_outside_row},
    .about_addresses = true,
};

bool reaches_next_matrix(const event& e) {
  return e.as<outside_lanes>().next_matrix;
}

}  // namespace kw::runtime
