// Lanes outside of what their argument spans, or outside of their row.
#pragma once
#include <cstdint>

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
inline const outside_lanes& outside(const site& s) {
  return s.e.as<outside_lanes>();
}

/// What to do about spare lanes where there is no mask. \param needed the mask
std::string advise_missing_mask(const site& s, const std::string& needed);
words explain_out_of_bounds(const site& s);
words explain_outside_row(const site& s);

// Of tiles that go by the rows and columns of the buffer:
bool by_rows(const site& s);
/// A tile that leaves the rows, or the columns, of its matrix.
words tell_matrix(const site& s);
/// A tile that leaves its matrix, one of several, for the next one or for memory after the last.
words tell_many_matrices(const site& s, const matrix_box& b);
/// What to do about active lanes that form no rectangle.
std::string advise_scattered_matrix(const site& s);

}  // namespace kw::runtime
