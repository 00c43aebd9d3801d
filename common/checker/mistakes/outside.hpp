// Lanes outside of what their argument spans, or outside of their row.
#pragma once
#include <cstdint>
#include <string>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// The facts of out_of_bounds and outside_row.
struct outside_lanes {
  rectangle tile;            // all lanes of the access; for a scattered one only its size
  std::int64_t lane = 0;     // number of the first one outside
  bool scattered = false;    // the lanes are not in even steps
  bool next_matrix = false;  // outside its row: for a matrix, in the next one of them
  // What the active ones touch, and how many they are.
  std::int64_t low = INT64_MAX, high = 0, active = 0;
};

/// Does the address move by the distance between two rows of another array, `a_stride` or
/// `a.stride(0)`? Then this says so.
std::string advise_distance_of_another(const site& s);

/// What both say.
words explain_outside(const site& s);

}  // namespace kw::runtime
