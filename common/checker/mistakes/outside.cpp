#include "common/checker/mistakes/outside.hpp"

#include <algorithm>

namespace kw::runtime {

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
    if (e.count == 0) {
      facts.lane = r.lane_at(row, begin);
    }
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

}  // namespace kw::runtime
