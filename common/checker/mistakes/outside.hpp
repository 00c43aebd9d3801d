// Lanes outside of what their argument spans.
#pragma once
#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {

/// The facts of out_of_bounds and outside_row.
struct outside_lanes {
  rectangle tile;            // all lanes of the access; for a scattered one only its size
  std::int64_t lane = 0;     // number of the first one outside
  bool scattered = false;    // the lanes are not in even steps
  bool next_matrix = false;  // outside its row: for a matrix, in the next one of them
  // For scattered lanes: what the active ones touch, and how many they are.
  std::int64_t low = 0, high = 0, active = 0;
};
inline const outside_lanes& outside(const site& s) {
  return s.e.as<outside_lanes>();
}

/// Does an access leave the rows of its target, even where that is also the end of the memory?
bool leaves_rows_first(const seen_access& a);
/// The lanes of an access that are outside.
event lanes_outside(const mistake& kind, const seen_access& a);

}  // namespace kw::runtime
