// What the tests of elective 12 have in common: a fixture, sizes with every kind of edge, and how
// far results may be off.
#pragma once
#include "fused_layer.hpp"

#include <kernelwright/testing/testing.hpp>

#include "fused_layer_reference.hpp"
#include "tests/limits.hpp"

namespace lesson12 {

using namespace kw::testing;
using kw::float16_t;

constexpr float kEps = 1e-5f;

struct layer_case {
  std::int64_t m, n, k;
  std::int64_t gap = 0;  // elements between the end of a row and the next one
  int offset = 0;        // elements off an aligned address
  float mean = 0.25f;    // roughly the mean of a row of x; its deviation is about 0.6

  /// Of a matrix with rows of this length.
  kw::buffer_layout rows_of(std::int64_t columns) const {
    return {.row_stride = columns + gap, .element_offset = offset};
  }
};

inline std::string shape(const layer_case& c) {
  return "m = " + std::to_string(c.m) + ", n = " + std::to_string(c.n) +
         ", k = " + std::to_string(c.k) +
         (c.gap > 0 ? ", rows " + std::to_string(c.gap) + " elements apart" : "") +
         (c.offset > 0 ? ", " + std::to_string(c.offset) + " elements off an aligned address" : "");
}

// Every edge of a tile of 64 or 128 by 64, 128 or 256, and steps of 32 or 64.
inline const std::vector<layer_case> kSizes = {
    {1, 1, 1},    {64, 64, 64}, {1, 64, 64},     {64, 1, 64},        {33, 65, 31},
    {65, 63, 33}, {31, 97, 67}, {128, 192, 96},  {130, 129, 65},     {17, 33, 1000},
    {0, 5, 7},    {5, 0, 7},    {70, 67, 41, 3}, {65, 64, 96, 0, 1}, {33, 40, 72, 1, 3}};

/// Sizes whose rows begin at multiples of 16 bytes.
inline const std::vector<layer_case> kAligned = {
    {64, 64, 64}, {1, 8, 8}, {63, 72, 32},    {130, 264, 72},    {17, 40, 1000},
    {0, 8, 8},    {5, 0, 8}, {70, 72, 40, 8}, {100, 96, 104, 24}};

inline layer_case any_layer(size_draw& d) {
  return {d.length(0, 300), d.length(0, 300), d.length(1, 300), d.below(40),
          static_cast<int>(d.below(3))};
}

using halves = std::vector<float16_t>;

inline halves around(std::int64_t n, int stream, float middle, float distance = 1) {
  return make_input<float16_t>(n, static_cast<std::uint64_t>(stream),
                               {middle - distance, middle + distance});
}
/// x, whose rows have different means.
inline halves rows_of(const layer_case& c) {
  halves x = around(c.m * c.k, 1, c.mean);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i) / c.k;
    const float factor = 0.5f + static_cast<float>(row % 3);
    x[i] = kw::core::convert<float16_t>(factor * kw::core::convert<float>(x[i]));
  }
  return x;
}

inline std::vector<float> to_floats(const std::vector<double>& values) {
  return std::vector<float>(values.begin(), values.end());
}

/// Of values by their magnitudes; 0 where there are none.
inline double largest_size(const std::vector<double>& values) {
  return std::max(0.0, largest(magnitudes(values)));
}

}  // namespace lesson12
