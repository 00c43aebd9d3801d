/// \file
/// What the tests of lesson 03 have in common.
#pragma once
#include <kernelwright/testing/testing.hpp>

#include "masking.hpp"

namespace lesson03 {

using namespace kw::testing;

inline constexpr int kBlockSize = 1024;

/// Matrices for tasks 4 and 7.
struct cut_tiles {
  std::int64_t rows, columns;
  std::int64_t x_stride = 0, y_stride = 0, out_stride = 0;  // 0: dense
};

inline std::string shape(const cut_tiles& c) {
  return shape(matrix_case{c.rows, c.columns});
}

// Their shapes cut tiles of 16 x 128 at the edges: one element; one short of, exactly and one past
// a tile; flat, tall, empty, primes.
inline const std::vector<cut_tiles> kShapes = {{1, 1},    {15, 127}, {16, 128}, {17, 129},
                                               {1, 1000}, {1000, 1}, {0, 5},    {5, 0},
                                               {37, 211}, {64, 512}};

inline cut_tiles any_cut_tiles(size_draw& d) {
  const std::int64_t rows = d.length(0, 200), columns = d.length(0, 300);
  return {rows, columns, columns + d.below(40), columns + d.below(40), columns + d.below(40)};
}

inline const std::vector<vector_case> kUnaligned = unaligned_lengths(kBlockSize, 5000);

// 100,000,000 is the contract's limit.
inline const auto kLarge = long_vector(100'000'000, 400'000);

}  // namespace lesson03
