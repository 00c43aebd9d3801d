/// \file
/// What the kernels and launches of lesson 08 have in common: how scores are scaled, the heads of
/// an array, and the choice of a head size.
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

/// One head of an array: rows of D elements without gaps. Offsets within a head fit an int, which
/// takes fewer registers than the offsets of a matrix.
template <class T, int D>
struct head_rows {
  T* data;

  /// As in a matrix: `row(r) + dims` is a tile of row r, or of all the rows of a tile of numbers.
  template <class Rows>
  KW_HD constexpr auto row(const Rows& r) const {
    return data + r * D;
  }
};

/// Head number `head`, counted through all batches, of a matrix that holds n rows for each.
template <int D, class T>
KW_HD head_rows<T, D> head_of(const kw::array<T, 2>& x, int head, int n) {
  return {x.row(std::int64_t{head} * n)};
}

/// All rows of a dense array, such as the batch * heads * n rows of q.
template <class T, int Rank>
kw::array<T, 2> rows_of(const kw::view<T, Rank>& x) {
  const std::int64_t columns = x.extent(Rank - 1);
  return kw::array<T, 2>(
      kw::view<T, 2>(x.data(), {columns > 0 ? x.size() / columns : 0, columns}, x.device()));
}

/// How many heads a `[batch, heads, n, d]` array has in all.
template <class T>
std::int64_t head_count(const kw::view<T, 4>& x) {
  return x.extent(0) * x.extent(1);
}

/// How many heads of q share one head of k and v.
template <class T>
int group_of(const kw::view<T, 4>& q, const kw::view<T, 4>& k) {
  return k.extent(1) > 0 ? kw::narrow<int>(q.extent(1) / k.extent(1)) : 1;
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
