/// \file
/// Lesson 05, task 2: which block and how many warps `softmax` takes for which width.
#pragma once

#include <kernelwright/compiler/hurry.hpp>

namespace lesson05 {

template <int BLOCK_SIZE, int WARPS, class T>
void launch_softmax(kw::view<const T, 2> x, kw::view<T, 2> out) {
  kw::launch<WARPS>(out.device(), kw::grid(out.extent(0)), Softmax<BLOCK_SIZE>{}, x, out);
}

/// Six blocks serve all widths, and seven those of 16 bits. In a small block, lanes past the row
/// load nothing and so cost little. In a larger one they cost registers, so fewer rows are
/// under way: there is one for each power of two. Where a learner waits, there are three or four.
/// Short rows get few warps, so many rows are under way at once. Long rows get enough of them that
/// a thread holds about 32 elements of float32.
template <class T>
void softmax(kw::view<const T, 2> x, kw::view<T, 2> out) {
  constexpr int kHalve = sizeof(T) == 2 ? 2 : 1;  // 16-bit rows have half the bytes
  const std::int64_t columns = out.extent(1);
  if constexpr (kw::core::kIsMeasured) {  // on a CPU, a lane costs time also after its row's end
    if (columns <= 128) {
      return launch_softmax<128, 1>(x, out);
    }
  }
  if (columns <= 1024 && columns % 8 == 0) {
    launch_softmax<1024, 2>(x, out);
  } else if (columns <= 1024) {
    launch_softmax<1024, 2 * kHalve>(x, out);  // one element per access: more warps load at once
  } else if (columns <= 4096) {
    if constexpr (kw::core::kIsMeasured && kHalve == 2) {
      if (columns <= 2048) {
        return launch_softmax<2048, 2>(x, out);
      }
    }
    launch_softmax<4096, 4>(x, out);
  } else {
    if constexpr (kw::core::kIsMeasured) {
      if (columns <= 8192) {
        return launch_softmax<8192, 8 / kHalve>(x, out);
      }
    }
    if constexpr (!kw::core::compiled_in_a_hurry) {
      if (columns <= 16384) {
        return launch_softmax<16384, 16 / kHalve>(x, out);
      }
    }
    launch_softmax<kLongestTile, 16>(x, out);
  }
}

// The types that the contract promises.
template void softmax(kw::view<const float, 2>, kw::view<float, 2>);
template void softmax(kw::view<const kw::float16_t, 2>, kw::view<kw::float16_t, 2>);
template void softmax(kw::view<const kw::bfloat16_t, 2>, kw::view<kw::bfloat16_t, 2>);

}  // namespace lesson05
