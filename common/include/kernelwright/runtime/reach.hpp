/// \file
/// Which memory an array spans.
#pragma once
#include <cstdint>

namespace kw::runtime {

/// What an array reaches, in elements from where its data begins, gaps between rows included:
/// [low, high), and nothing if it has no elements.
struct element_reach {
  std::int64_t low, high;
};
inline element_reach reach_of(int rank, const std::int64_t* extents, const std::int64_t* strides) {
  element_reach all{0, 1};
  for (int d = 0; d < rank; ++d) {
    if (extents[d] == 0) {
      return {0, 0};
    }
    const std::int64_t last = (extents[d] - 1) * strides[d];
    (last < 0 ? all.low : all.high) += last;
  }
  return all;
}

}  // namespace kw::runtime
