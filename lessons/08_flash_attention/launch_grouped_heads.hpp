/// \file
/// The launch of task 5: the warps of task 2, and tiles with shorter steps.
#pragma once

#include "attention_tiles.hpp"
#include "heads.hpp"

namespace lesson08 {

void grouped_attention(kw::view<const kw::bfloat16_t, 4> q, kw::view<const kw::bfloat16_t, 4> k,
                       kw::view<const kw::bfloat16_t, 4> v, kw::view<kw::bfloat16_t, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    using tiles = grouped_tiles<D>;
    const kw::grid programs(kw::cdiv(q.extent(2), tiles::kRows), q.extent(1), q.extent(0));
    kw::launch<tiles::kWarps>(o.device(), programs,
                              GroupedAttention<tiles::kRows, tiles::kColumns, D>{}, q, k, v, o);
  });
}

}  // namespace lesson08
