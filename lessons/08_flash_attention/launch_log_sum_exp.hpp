/// \file
/// The launch of task 3: the tiles and warps of task 2.
#pragma once

#include "attention_tiles.hpp"
#include "heads.hpp"

namespace lesson08 {

void log_sum_exp(kw::view<const kw::float16_t, 4> q, kw::view<const kw::float16_t, 4> k,
                 kw::view<float, 3> lse) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    using tiles = pointer_tiles<D>;
    const kw::grid programs(kw::cdiv(q.extent(2), tiles::kRows), q.extent(1), q.extent(0));
    kw::launch<tiles::kWarps, tiles::kResident>(
        lse.device(), programs, LogSumExp<tiles::kRows, tiles::kColumns, D>{}, q, k, lse);
  });
}

}  // namespace lesson08
