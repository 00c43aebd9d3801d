/// \file
/// Lesson 05, task 4: the block of `softmax_long`, and how many warps walk a row.
///
/// The file of the task includes this header after its kernel.
#pragma once

using namespace kw;

namespace lesson05 {

/// A block of 4096 is 16 elements for each of 256 threads: enough loads are under way at once.
template <class T>
void softmax_long(view<const T, 2> x, view<T, 2> out) {
  launch<8>(out.device(), grid(out.extent(0)), SoftmaxLong<4096>{}, matrix(x), matrix(out));
}

// The types that the contract promises.
template void softmax_long(view<const float, 2>, view<float, 2>);
template void softmax_long(view<const float16_t, 2>, view<float16_t, 2>);
template void softmax_long(view<const bfloat16_t, 2>, view<bfloat16_t, 2>);

}  // namespace lesson05
