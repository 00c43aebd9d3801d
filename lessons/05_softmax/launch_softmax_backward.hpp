/// \file
/// Lesson 05, task 5: which kernel, which block and how many warps `softmax_backward` takes for
/// which width.
///
/// The file of the task includes this header after its kernel. Solve the task before you read the
/// kernel for long rows, which is the same computation in blocks.
#pragma once

using namespace kw;

namespace lesson05 {

/// Rows longer than a tile: one walk for the sum, one for the result.
template <int BLOCK_SIZE>
struct SoftmaxBackwardLong {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> y, matrix<const T> dy,
                            matrix<T> dx) const {
    auto row = tl.program_id(0);
    auto sums = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    for (int start = 0; start < y.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto mask = cols < y.columns();
      auto p = tl.load(y.row(row) + cols, mask, 0.0f).to(float32);
      sums += p * tl.load(dy.row(row) + cols, mask, 0.0f).to(float32);
    }
    float sum = tl.sum(sums);
    for (int start = 0; start < y.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto mask = cols < y.columns();
      auto p = tl.load(y.row(row) + cols, mask).to(float32);
      auto g = tl.load(dy.row(row) + cols, mask).to(float32);
      tl.store(dx.row(row) + cols, p * (g - sum), mask);
    }
  }
};

template <int WARPS, class Kernel, class T>
void launch_backward(const Kernel& kernel, view<const T, 2> y, view<const T, 2> dy, view<T, 2> dx) {
  launch<WARPS>(dx.device(), grid(dx.extent(0)), kernel, matrix(y), matrix(dy), matrix(dx));
}

/// Two tiles are in registers at once, so they are shorter than those of `softmax`.
template <class T>
void softmax_backward(view<const T, 2> y, view<const T, 2> dy, view<T, 2> dx) {
  const std::int64_t columns = dx.extent(1);
  if (columns <= 1024) {
    launch_backward<4>(SoftmaxBackward<1024>{}, y, dy, dx);
  } else if (columns <= kLongestBackwardTile) {
    launch_backward<8>(SoftmaxBackward<kLongestBackwardTile>{}, y, dy, dx);
  } else {
    launch_backward<8>(SoftmaxBackwardLong<2048>{}, y, dy, dx);
  }
}

// The types that the contract promises.
template <class T>
using input = view<const T, 2>;
template <class T>
using output = view<T, 2>;
template void softmax_backward(input<float>, input<float>, output<float>);
template void softmax_backward(input<float16_t>, input<float16_t>, output<float16_t>);
template void softmax_backward(input<bfloat16_t>, input<bfloat16_t>, output<bfloat16_t>);

}  // namespace lesson05
