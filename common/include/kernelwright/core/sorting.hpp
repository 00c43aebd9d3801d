/// \file
/// Sorting rows, by a network of comparisons that is the same on both backends, so equal elements
/// and NaNs come out in the same order on both.
#pragma once
#include "kernelwright/core/dtype.hpp"

namespace kw::core {

/// Does a come before b in ascending order? Every NaN comes after every number.
template <class T>
KW_HD constexpr bool comes_before(T a, T b) {
  const auto left = convert<compute_t<T>>(a), right = convert<compute_t<T>>(b);
  if constexpr (floating_type<T>) {
    return left < right || (right != right && left == left);
  } else {
    return left < right;
  }
}

/// Sorts each of the `count / columns` rows by a bitonic network, in which `threads` threads take
/// part. All of them wait after each step.
template <bool Descending, class T, class Wait>
KW_LANE_LOOP void sort_rows(T* values, int count, int columns, int thread, int threads, Wait wait) {
  for (int block = 2; block <= columns; block *= 2) {
    for (int distance = block / 2; distance > 0; distance /= 2) {
      for (int pair = thread; pair < count / 2; pair += threads) {
        const int low = 2 * pair - (pair & (distance - 1));
        const T a = values[low], b = values[low + distance];
        const bool upwards = ((low & (columns - 1) & block) == 0) != Descending;
        if (upwards ? comes_before(b, a) : comes_before(a, b)) {
          values[low] = b;
          values[low + distance] = a;
        }
      }
      wait();
    }
  }
}

}  // namespace kw::core
