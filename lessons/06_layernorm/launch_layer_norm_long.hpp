/// \file
/// Lesson 06, task 3: how many warps `layer_norm_long` takes.
#pragma once

#include <kernelwright/compiler/hurry.hpp>

namespace lesson06 {

template <int BLOCK_SIZE, int WARPS, class T>
void launch_blocks(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<const T> bias,
                   kw::view<T, 2> y, kw::view<float> mean, kw::view<float> rstd, float eps) {
  kw::launch<WARPS>(y.device(), kw::grid(y.extent(0)), LayerNormLong<BLOCK_SIZE>{}, x, weight, bias,
                    y, mean, rstd, eps);
}

/// A block of 4096 columns over 4 warps leaves 32 elements for each thread. Larger blocks exchange
/// numbers between threads less often, but the last block of a row may be mostly past its end. With
/// fewer warps, aligned rows of float32 can be further from it.
template <class T>
void layer_norm_long(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<const T> bias,
                     kw::view<T, 2> y, kw::view<float> mean, kw::view<float> rstd, float eps) {
  const std::int64_t columns = y.extent(1);
  const std::int64_t lanes_past_the_end = kw::cdiv(columns, 8192) * 8192 - columns;
  if (columns > 8192 && lanes_past_the_end <= columns / 8) {
    launch_blocks<8192, sizeof(T) == 4 ? 16 : 8>(x, weight, bias, y, mean, rstd, eps);
  } else {
    if constexpr (kw::core::kIsMeasured && sizeof(T) == 4) {
      if (columns > 8192 && columns % 4 == 0 && lanes_past_the_end * 3 <= columns * 2) {
        return launch_blocks<8192, 8>(x, weight, bias, y, mean, rstd, eps);
      }
    }
    launch_blocks<4096, 4>(x, weight, bias, y, mean, rstd, eps);
  }
}

// The types that the contract promises.
template <class T>
struct promised_layer_norm_long {
  static constexpr auto function = layer_norm_long<T>;
};
template struct promised_layer_norm_long<float>;
template struct promised_layer_norm_long<kw::float16_t>;
template struct promised_layer_norm_long<kw::bfloat16_t>;

}  // namespace lesson06
