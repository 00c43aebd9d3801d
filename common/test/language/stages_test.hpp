// Loops with stages: launches of every kind that a device has, and sums of tiles.
#pragma once
#include "dot_reference.hpp"

namespace stages_test {

using namespace kw;
using kernel_test::some_values;

struct StagesTest : kernel_test::KernelTest {};

/// Calls run(launch) with each launch that this device has.
template <int NumWarps = 4, class Run>
void for_each_launch(device here, const Run& run) {
  {
    SCOPED_TRACE("on a device");
    run([&](auto programs, const auto& kernel, const auto&... args) {
      launch<NumWarps>(here, programs, kernel, args...);
    });
  }
  if (const hopper_gpu gpu{here}) {
    SCOPED_TRACE("on a Hopper GPU");
    run([&](auto programs, const auto& kernel, const auto&... args) {
      launch<NumWarps>(gpu, programs, kernel, args...);
    });
  }
}

/// The tiles of 64 x 64 of x: tile t is rows 64 t and on.
constexpr int kTiles = 12;

inline std::vector<float16_t> tiles_of_x() {
  std::vector<float16_t> values;
  for (const std::int8_t v : some_values<std::int8_t>(kTiles * 64 * 64, 3)) {
    values.push_back(core::convert<float16_t>(static_cast<float>(v % 4)));
  }
  return values;
}

/// A weighted sum of tiles and products of tiles.
class expected {
 public:
  expected(const std::vector<float16_t>& x) : x_(x), sum_(64 * 64, 0.0) {}
  void add(int t, double weight) {
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      sum_[i] += weight * at(t, i);
    }
  }
  /// The product of tile i and tile j, or its transpose.
  void add_product(int i, int j, bool transposed = false) {
    for (std::size_t r = 0; r < 64; ++r) {
      for (std::size_t c = 0; c < 64; ++c) {
        for (std::size_t k = 0; k < 64; ++k) {
          sum_[r * 64 + c] += at(i, r * 64 + k) * at(j, transposed ? c * 64 + k : k * 64 + c);
        }
      }
    }
  }
  void compare(const std::vector<float>& got, std::size_t first) const {
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      ASSERT_EQ(static_cast<double>(got[first * 64 * 64 + i]), sum_[i]) << first << ", " << i;
    }
  }

 private:
  double at(int t, std::size_t i) const {
    return core::convert<double>(x_[static_cast<std::size_t>(t) * 64 * 64 + i]);
  }
  const std::vector<float16_t>& x_;
  std::vector<double> sum_;
};

/// Runs programs that leave `blocks` tiles, each of which must be as expected.
template <class Kernel, class... More>
std::vector<float> tiles_left(device here, const std::vector<float16_t>& values, int programs,
                              int blocks, const auto& launch_it, const Kernel& kernel,
                              const More&... more) {
  const buffer<float16_t, 2> x(here, {kTiles * 64, 64}, values);
  buffer<float, 2> out(here, {blocks * 64, 64});
  launch_it(grid(programs), kernel, tensor_descriptor(x.cview()), more...,
            tensor_descriptor(out.view()));
  return out.download();
}

}  // namespace stages_test
