// Lanes that lie outside of what their argument spans.
#pragma once
#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {

/// The facts of out_of_bounds and outside_row.
struct outside_lanes {
  rectangle tile;            // all lanes of the access; of a scattered one its size alone
  std::int64_t lane = 0;     // number of the first one outside
  bool scattered = false;    // the lanes lie in no even order
  bool next_matrix = false;  // outside its row: of the matrix, in the next one of them
  // Of scattered lanes: what those that are on touch, and how many they are.
  std::int64_t low = 0, high = 0, active = 0;
};
inline const outside_lanes& outside(const site& s) {
  return s.e.as<outside_lanes>();
}

/// Does an access leave the rows of its target, even where that is also the end of the memory?
bool leaves_rows_first(const seen_access& a);
/// The lanes of an access that lie outside.
event lanes_outside(const mistake& kind, const seen_access& a);

}  // namespace kw::runtime
