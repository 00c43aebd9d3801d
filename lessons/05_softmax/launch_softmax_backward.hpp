/// \file
/// Lesson 05, task 5: which block and how many warps `softmax_backward` takes for which width.
#pragma once

namespace lesson05 {

template <int BLOCK_SIZE, int WARPS, class T>
void launch_softmax_backward(kw::view<const T, 2> y, kw::view<const T, 2> dy, kw::view<T, 2> dx) {
  kw::launch<WARPS>(dx.device(), kw::grid(dx.extent(0)), SoftmaxBackward<BLOCK_SIZE>{}, y, dy, dx);
}

/// Two tiles are in registers at once, so they are shorter than those of `softmax`.
template <class T>
void softmax_backward(kw::view<const T, 2> y, kw::view<const T, 2> dy, kw::view<T, 2> dx) {
  if (dx.extent(1) <= 1024) {
    launch_softmax_backward<1024, 4>(y, dy, dx);
  } else {
    launch_softmax_backward<kLongestBackwardTile, 8>(y, dy, dx);
  }
}

// The types that the contract promises.
template <class T>
using input = kw::view<const T, 2>;
template <class T>
using output = kw::view<T, 2>;
template void softmax_backward(input<float>, input<float>, output<float>);
template void softmax_backward(input<kw::float16_t>, input<kw::float16_t>, output<kw::float16_t>);
template void softmax_backward(input<kw::bfloat16_t>, input<kw::bfloat16_t>,
                               output<kw::bfloat16_t>);

}  // namespace lesson05
