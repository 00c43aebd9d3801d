/// \file
/// The launch of task 3: the tiles and warps of task 2.
#pragma once

#include "attention_tiles.hpp"
#include "heads.hpp"

using namespace kw;

namespace lesson08 {

void log_sum_exp(view<const float16_t, 4> q, view<const float16_t, 4> k, view<float, 3> lse) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    using tiles = pointer_tiles<D>;
    const int n = narrow<int>(q.extent(2));
    launch<tiles::kWarps>(lse.device(), grid(cdiv(n, tiles::kRows), head_count(q)),
                          LogSumExp<tiles::kRows, tiles::kColumns, D>{}, rows_of(q), rows_of(k),
                          lse, n);
  });
}

}  // namespace lesson08
