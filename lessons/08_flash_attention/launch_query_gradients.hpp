/// \file
/// The launch of task 9: first lse and delta of each row (attention_sums.hpp), then the kernel. A
/// program owns 64 rows of q and takes 32 keys per step.
#pragma once

#include "attention_sums.hpp"
#include "heads.hpp"

using namespace kw;

namespace lesson08 {

void query_gradients(view<const float16_t, 4> q, view<const float16_t, 4> k,
                     view<const float16_t, 4> v, view<const float16_t, 4> o,
                     view<const float, 3> lse, view<const float16_t, 4> dout, view<float, 4> sums,
                     view<float16_t, 4> dq, bool causal) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size, kRows = 64, kStep = 32, kWarps = D < 128 ? 4 : 8;
    const int group = group_of(q, k);
    launch_attention_sums(o, dout, lse, sums);
    launch<kWarps>(dq.device(), grid(cdiv(q.extent(2), kRows), head_count(q)),
                   QueryGradients<kRows, kStep, D>{}, rows_of(q), rows_of(k), rows_of(v),
                   rows_of(dout), matrix<const float>(rows_of(sums)), rows_of(dq), group, causal);
  });
}

}  // namespace lesson08
