/// \file
/// Lesson 05, task 4: the block of `softmax_long`, and how many warps walk a row.
#pragma once

namespace lesson05 {

template <int BLOCK_SIZE, int WARPS, class T>
void launch_blocks(kw::view<const T, 2> x, kw::view<T, 2> out) {
  kw::launch<WARPS>(out.device(), kw::grid(out.extent(0)), SoftmaxLong<BLOCK_SIZE>{}, x, out);
}

/// A block of 4096 is 16 elements for each of 256 threads: enough loads are under way at once.
/// There are seldom as many of the rows that no tile holds as the GPU could take, so each gets more
/// threads and a larger block.
template <class T>
void softmax_long(kw::view<const T, 2> x, kw::view<T, 2> out) {
  if (out.extent(1) <= kLongestTile) {
    launch_blocks<4096, 8>(x, out);
  } else {
    launch_blocks<sizeof(T) == 4 ? 16384 : 8192, 16>(x, out);
  }
}

// The types that the contract promises.
template void softmax_long(kw::view<const float, 2>, kw::view<float, 2>);
template void softmax_long(kw::view<const kw::float16_t, 2>, kw::view<kw::float16_t, 2>);
template void softmax_long(kw::view<const kw::bfloat16_t, 2>, kw::view<kw::bfloat16_t, 2>);

}  // namespace lesson05
