/// \file
/// The launch of task 4: the tiles and warps of task 2.
#pragma once

#include "attention_tiles.hpp"
#include "heads.hpp"

using namespace kw;

namespace lesson08 {

void causal_attention(view<const float16_t, 4> q, view<const float16_t, 4> k,
                      view<const float16_t, 4> v, view<float16_t, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    using tiles = pointer_tiles<D>;
    const int n = narrow<int>(q.extent(2));
    launch<tiles::kWarps>(o.device(), grid(cdiv(n, tiles::kRows), head_count(q)),
                          CausalAttention<tiles::kRows, tiles::kColumns, D>{}, rows_of(q),
                          rows_of(k), rows_of(v), rows_of(o), n);
  });
}

}  // namespace lesson08
