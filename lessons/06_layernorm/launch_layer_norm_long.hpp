/// \file
/// Lesson 06, task 3: how many warps `layer_norm_long` takes.
///
/// The file of the task includes this header after its kernel.
#pragma once

using namespace kw;

namespace lesson06 {

/// A block of 4096 columns over 4 warps leaves 32 elements for each thread. A program has a row
/// however long it is, so there is nothing to choose by the width.
template <class T>
void layer_norm_long(view<const T, 2> x, view<const T> weight, view<const T> bias, view<T, 2> y,
                     view<float> mean, view<float> rstd, float eps) {
  launch<4>(y.device(), grid(y.extent(0)), LayerNormLong<4096>{}, matrix(x), weight, bias,
            matrix(y), mean, rstd, eps);
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
