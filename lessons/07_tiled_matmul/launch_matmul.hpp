/// \file
/// The rest of task 4: the launch of Matmul. The task's file includes this one as its last line.
#pragma once

#include "grouped_order.hpp"

namespace lesson07 {

/// \param b as it is in memory: `[k, n]`, or `[n, k]` for a transposed b.
template <bool B_IS_TRANSPOSED, class T>
void launch_matmul(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c) {
  constexpr int kRows = 128, kColumns = 128;  // of a tile
  // If b is transposed and not aligned, tiles of 64 would need more registers than there are.
  constexpr int kDepth = B_IS_TRANSPOSED ? 32 : 64;
  // Two programs share a multiprocessor: one multiplies while the other waits for its tiles.
  kw::launch<8, 2>(c.device(),
                   kw::grid(kw::cdiv(c.extent(0), kRows) * kw::cdiv(c.extent(1), kColumns)),
                   Matmul<kRows, kColumns, kDepth, B_IS_TRANSPOSED>{}, a, b, c, kGroup);
}

}  // namespace lesson07

template <class T>
void lesson07::matmul(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c) {
  if (b.stride(1) == 1) {
    launch_matmul<false>(a, b, c);
  } else {
    const kw::view<const T, 2> columns(b.data(), {b.extent(1), b.extent(0)}, {b.stride(1), 1},
                                       b.device());
    launch_matmul<true>(a, columns, c);
  }
}

// The types that the contract promises.
namespace lesson07 {
template void matmul(kw::view<const kw::float16_t, 2>, kw::view<const kw::float16_t, 2>,
                     kw::view<kw::float16_t, 2>);
template void matmul(kw::view<const kw::bfloat16_t, 2>, kw::view<const kw::bfloat16_t, 2>,
                     kw::view<kw::bfloat16_t, 2>);
}  // namespace lesson07
