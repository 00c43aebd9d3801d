/// \file
/// What the kernels and launches of lesson 08 have in common: how scores are scaled, how many heads
/// there are, and the choice of a head size.
#pragma once

#include <cstdint>

#include <kernelwright/kernelwright.hpp>

namespace lesson08 {

/// The square root of a positive number, by Newton's method, for constants.
constexpr double root_of(double x) {
  double root = x;
  for (int step = 0; step < 50; ++step) {
    root = (root + x / root) / 2;
  }
  return root;
}

/// The factor of the scores when heads have D elements: 1 / sqrt(D).
template <int D>
inline constexpr float kInverseRoot = static_cast<float>(1 / root_of(D));

/// The same, times log2(e): e^x = 2^(x log2(e)), and a GPU has an instruction for powers of 2.
template <int D>
inline constexpr float kScale = static_cast<float>(1.4426950408889634 / root_of(D));

/// How many heads a `[batch, heads, n, d]` array has in all.
template <class T>
std::int64_t head_count(const kw::view<T, 4>& x) {
  return x.extent(0) * x.extent(1);
}

/// Calls `run(kw::size<D>)` for a head size that kernels are made for, 64 or 128.
/// \throws kw::error for any other one
template <class Run>
void for_head_size(std::int64_t d, Run run) {
  if (d == 64) {
    run(kw::size<64>);
  } else if (d == 128) {
    run(kw::size<128>);
  } else {
    kw::refuse("there is no kernel for heads of {} elements: heads have 64 or 128", d);
  }
}

}  // namespace lesson08
