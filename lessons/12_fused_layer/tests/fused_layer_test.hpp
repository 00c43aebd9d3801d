// What the tests of elective 12 have in common: a fixture, sizes with every kind of edge, and how
// far results may be off.
#pragma once
#include "fused_layer.hpp"

#include <kernelwright/testing/products.hpp>

#include "fused_layer_reference.hpp"
#include "tests/limits.hpp"

namespace lesson12 {

using namespace kw::testing;
using kw::float16_t;

constexpr float kEps = 1e-5f;

// Every edge of a tile of 64 or 128 by 64, 128 or 256, and steps of 32 or 64.
inline const std::vector<product_case> kSizes = {
    {1, 1, 1},    {64, 64, 64}, {1, 64, 64},     {64, 1, 64},        {33, 65, 31},
    {65, 63, 33}, {31, 97, 67}, {128, 192, 96},  {130, 129, 65},     {17, 33, 1000},
    {0, 5, 7},    {5, 0, 7},    {70, 67, 41, 3}, {65, 64, 96, 0, 1}, {33, 40, 72, 1, 3}};

/// Sizes whose rows begin at multiples of 16 bytes.
inline const std::vector<product_case> kAligned = {
    {64, 64, 64}, {1, 8, 8}, {63, 72, 32},    {130, 264, 72},    {17, 40, 1000},
    {0, 8, 8},    {5, 0, 8}, {70, 72, 40, 8}, {100, 96, 104, 24}};

using halves = std::vector<float16_t>;

inline halves around(std::int64_t n, int stream, float middle, float distance = 1) {
  return make_input<float16_t>(n, static_cast<std::uint64_t>(stream),
                               {middle - distance, middle + distance});
}
/// x, whose rows have different means, roughly this one; their deviation is about 0.6.
inline halves rows_of(const product_case& c, float mean = 0.25f) {
  halves x = around(c.m * c.k, 1, mean);
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
