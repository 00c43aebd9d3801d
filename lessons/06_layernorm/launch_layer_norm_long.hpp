/// \file
/// Lesson 06, task 3: how many warps `layer_norm_long` takes.
///
/// The file of the task includes this header after its kernel.
#pragma once

using namespace kw;

namespace lesson06 {

template <int BLOCK_SIZE, int WARPS, class T>
void launch_blocks(view<const T, 2> x, view<const T> weight, view<const T> bias, view<T, 2> y,
                   view<float> mean, view<float> rstd, float eps) {
  launch<WARPS>(y.device(), grid(y.extent(0)), LayerNormLong<BLOCK_SIZE>{}, matrix(x), weight, bias,
                matrix(y), mean, rstd, eps);
}

/// A block of 4096 columns over 4 warps leaves 32 elements for each thread. Larger blocks exchange
/// numbers between threads less often, but the last block of a row may be mostly past its end.
template <class T>
void layer_norm_long(view<const T, 2> x, view<const T> weight, view<const T> bias, view<T, 2> y,
                     view<float> mean, view<float> rstd, float eps) {
  const std::int64_t columns = y.extent(1);
  const std::int64_t lanes_past_the_end = cdiv(columns, 8192) * 8192 - columns;
  if (columns > 8192 && lanes_past_the_end <= columns / 8) {
    launch_blocks<8192, sizeof(T) == 4 ? 16 : 8>(x, weight, bias, y, mean, rstd, eps);
  } else {
    launch_blocks<4096, 4>(x, weight, bias, y, mean, rstd, eps);
  }
}

// The types that the contract promises.
template <class T>
struct promised_layer_norm_long {
  static constexpr auto function = layer_norm_long<T>;
};
template struct promised_layer_norm_long<float>;
template struct promised_layer_norm_long<float16_t>;
template struct promised_layer_norm_long<bfloat16_t>;

}  // namespace lesson06
