/// \file
/// Lesson 06, task 4: the launch of `layer_norm_backward`.
#pragma once

#include "backward_tiles.hpp"

namespace lesson06 {

template <class T>
void layer_norm_backward(view<const T, 2> dy, view<const T, 2> x, view<const T> weight,
                         view<const float> mean, view<const float> rstd, view<T, 2> dx,
                         view<float, 2> dw_partial, view<float, 2> db_partial) {
  launch_backward<LayerNormBackward>(dw_partial.extent(0), dy, x, weight, mean, rstd, dx,
                                     dw_partial, db_partial);
}

// The types that the contract promises.
template <class T>
struct promised_layer_norm_backward {
  static constexpr auto function = layer_norm_backward<T>;
};
template struct promised_layer_norm_backward<float>;
template struct promised_layer_norm_backward<float16_t>;
template struct promised_layer_norm_backward<bfloat16_t>;

}  // namespace lesson06
