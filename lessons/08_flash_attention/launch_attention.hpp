/// \file
/// The launch of task 2: tiles of 64 rows of q and 64 of k and v for both head sizes. A row of o
/// and of v is twice as long with heads of 128, so twice as many warps share its registers.
#pragma once

#include "heads.hpp"

using namespace kw;

namespace lesson08 {

template <class T>
void attention(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v, view<T, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size, kRows = 64, kWarps = D < 128 ? 4 : 8;
    const int n = narrow<int>(q.extent(2));
    launch<kWarps>(o.device(), grid(cdiv(n, kRows), head_count(q)), Attention<kRows, 64, D>{},
                   rows_of(q), rows_of(k), rows_of(v), rows_of(o), n);
  });
}

// The type that the contract promises.
template void attention(view<const float16_t, 4>, view<const float16_t, 4>,
                        view<const float16_t, 4>, view<float16_t, 4>);

}  // namespace lesson08
