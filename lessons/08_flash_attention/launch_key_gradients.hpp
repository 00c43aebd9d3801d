/// \file
/// The launch of task 8: first lse and delta of each row (attention_sums.hpp), then the kernel. A
/// program owns 64 keys and takes 32 rows of q per step, since it holds two accumulators.
#pragma once

#include "attention_sums.hpp"
#include "heads.hpp"

using namespace kw;

namespace lesson08 {

void key_gradients(view<const float16_t, 4> q, view<const float16_t, 4> k,
                   view<const float16_t, 4> v, view<const float16_t, 4> o, view<const float, 3> lse,
                   view<const float16_t, 4> dout, view<float, 4> sums, view<float16_t, 4> dk,
                   view<float16_t, 4> dv, bool causal) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size, kKeys = 64, kStep = 32, kWarps = D < 128 ? 4 : 8;
    launch_attention_sums(o, dout, lse, sums);
    launch<kWarps>(dk.device(), grid(cdiv(k.extent(2), kKeys), head_count(k)),
                   KeyGradients<kStep, kKeys, D>{}, rows_of(q), rows_of(k), rows_of(v),
                   rows_of(dout), matrix<const float>(rows_of(sums)), rows_of(dk), rows_of(dv),
                   causal);
  });
}

}  // namespace lesson08
