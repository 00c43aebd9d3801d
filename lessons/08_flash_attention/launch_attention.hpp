/// \file
/// The launch of task 2. How many rows a program has: `pointer_tiles` in attention_tiles.hpp.
#pragma once

#include "attention_tiles.hpp"
#include "heads.hpp"

using namespace kw;

namespace lesson08 {

template <class T>
void attention(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v, view<T, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    using tiles = pointer_tiles<D>;
    const int n = narrow<int>(q.extent(2));
    launch<tiles::kWarps>(o.device(), grid(cdiv(n, tiles::kRows), head_count(q)),
                          Attention<tiles::kRows, tiles::kColumns, D>{}, rows_of(q), rows_of(k),
                          rows_of(v), rows_of(o), n);
  });
}

// The type that the contract promises.
template void attention(view<const float16_t, 4>, view<const float16_t, 4>,
                        view<const float16_t, 4>, view<float16_t, 4>);

}  // namespace lesson08
