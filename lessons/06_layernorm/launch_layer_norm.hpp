/// \file
/// Lesson 06, task 2: which block and how many warps `layer_norm` takes for which width.
#pragma once

#include <kernelwright/compiler/hurry.hpp>

namespace lesson06 {

template <int BLOCK_SIZE, int WARPS, class T>
void launch_rows(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<const T> bias,
                 kw::view<T, 2> y, kw::view<float> mean, kw::view<float> rstd, float eps) {
  kw::launch<WARPS>(y.device(), kw::grid(y.extent(0)), LayerNorm<BLOCK_SIZE>{}, x, weight, bias, y,
                    mean, rstd, eps);
}

/// The block is a power of two that holds the row: 128, 1024, 2048, 4096, 8192 or 16384, and 512
/// for rows of 16 bits that are not aligned. Short rows get few warps, so many rows are under way
/// at once. Longer rows get enough of them that a thread holds 16 or 32 elements, for which its
/// registers have room. Where a learner waits, one or two blocks serve all rows that are not short.
template <class T>
void layer_norm(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<const T> bias,
                kw::view<T, 2> y, kw::view<float> mean, kw::view<float> rstd, float eps) {
  constexpr int kHalve = sizeof(T) == 2 ? 2 : 1;  // rows of 16 bits have half the bytes
  const std::int64_t columns = y.extent(1);
  if constexpr (kw::core::kIsMeasured) {  // on a CPU, a lane costs time also after its row's end
    if (columns <= 128) {
      return launch_rows<128, 1>(x, weight, bias, y, mean, rstd, eps);
    }
  }
  if (columns <= 1024 && columns % 8 == 0) {
    launch_rows<1024, 2 / kHalve>(x, weight, bias, y, mean, rstd, eps);
  } else if (columns <= 1024) {  // one element per access
    if constexpr (kw::core::kIsMeasured && kHalve == 2) {
      if (columns <= 512) {
        return launch_rows<512, 2>(x, weight, bias, y, mean, rstd, eps);
      }
    }
    launch_rows<1024, 4>(x, weight, bias, y, mean, rstd, eps);
  } else {
    if constexpr (kw::core::kIsMeasured) {
      if (columns <= 2048) {
        return launch_rows<2048, 4>(x, weight, bias, y, mean, rstd, eps);
      }
      if (columns > 4096 && columns <= 8192) {
        return launch_rows<8192, 8>(x, weight, bias, y, mean, rstd, eps);
      }
    }
    if constexpr (!kw::core::compiled_in_a_hurry) {
      if (columns <= 4096) {
        return launch_rows<4096, 8 / kHalve>(x, weight, bias, y, mean, rstd, eps);
      }
    }
    launch_rows<kLongestRow, 16>(x, weight, bias, y, mean, rstd, eps);
  }
}

// The types that the contract promises.
template <class T>
struct promised_layer_norm {
  static constexpr auto function = layer_norm<T>;
};
template struct promised_layer_norm<float>;
template struct promised_layer_norm<kw::float16_t>;
template struct promised_layer_norm<kw::bfloat16_t>;

}  // namespace lesson06
