/// \file
/// Lesson 06, task 6: how many programs `layer_norm_backward_atomic` has.
#pragma once

#include <algorithm>

#include "backward_tiles.hpp"

namespace lesson06 {

/// Adding atomically takes a few more registers than storing, so with short rows one program fewer
/// shares a multiprocessor. An H200 has 132 multiprocessors.
inline std::int64_t atomic_programs(std::int64_t rows, std::int64_t columns) {
  return std::min(partial_rows(rows, columns), std::int64_t{132 * 7});
}

template <class T>
void layer_norm_backward_atomic(view<const T, 2> dy, view<const T, 2> x, view<const T> weight,
                                view<const float> mean, view<const float> rstd, view<T, 2> dx,
                                view<float> dw, view<float> db) {
  const std::int64_t rows = dx.extent(0);
  const std::int64_t programs = rows > 0 ? atomic_programs(rows, dx.extent(1)) : 0;
  launch_backward<LayerNormAtomic, 7>(programs, dy, x, weight, mean, rstd, dx, dw, db);
}

// The types that the contract promises.
template <class T>
struct promised_layer_norm_atomic {
  static constexpr auto function = layer_norm_backward_atomic<T>;
};
template struct promised_layer_norm_atomic<float>;
template struct promised_layer_norm_atomic<float16_t>;
template struct promised_layer_norm_atomic<bfloat16_t>;

}  // namespace lesson06
