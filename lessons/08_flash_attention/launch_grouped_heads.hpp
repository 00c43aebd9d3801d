/// \file
/// The launch of task 5: the tiles and warps of task 2, and how many heads of q share one of k.
#pragma once

#include "attention_tiles.hpp"
#include "heads.hpp"

namespace lesson08 {

void grouped_attention(kw::view<const kw::bfloat16_t, 4> q, kw::view<const kw::bfloat16_t, 4> k,
                       kw::view<const kw::bfloat16_t, 4> v, kw::view<kw::bfloat16_t, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    using tiles = grouped_tiles<D>;
    const int n = kw::narrow<int>(q.extent(2));
    const int group = group_of(q, k);
    kw::launch<tiles::kWarps>(o.device(), kw::grid(kw::cdiv(n, tiles::kRows), head_count(q)),
                              GroupedAttention<tiles::kRows, tiles::kColumns, D>{}, rows_of(q),
                              rows_of(k), rows_of(v), rows_of(o), n, group);
  });
}

}  // namespace lesson08
