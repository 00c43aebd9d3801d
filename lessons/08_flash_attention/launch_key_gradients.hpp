/// \file
/// The launch of task 8: first lse and delta of each row (attention_sums.hpp), then the kernel. A
/// program owns 64 keys and takes 32 rows of q per step, since it holds two accumulators.
#pragma once

#include "attention_sums.hpp"
#include "attention_tiles.hpp"
#include "heads.hpp"

using namespace kw;

namespace lesson08 {

template <class Tiles, int D, class Device>
void launch_key_gradients(Device where, view<const float16_t, 4> q, view<const float16_t, 4> k,
                          view<const float16_t, 4> v, view<const float16_t, 4> dout,
                          view<float, 4> sums, view<float16_t, 4> dk, view<float16_t, 4> dv,
                          bool causal) {
  const std::int64_t blocks = cdiv(k.extent(2), Tiles::kKeys), heads = head_count(k);
  const std::int64_t section = causal ? heads_in_cache(heads, k.extent(2) * D) : 1;
  const grid programs(section, blocks, heads / section);
  launch<Tiles::kWarps>(where, causal ? programs.uneven() : programs,
                        KeyGradients<Tiles::kStep, Tiles::kKeys, D, Tiles::kStages>{},
                        tensor_descriptor(q), tensor_descriptor(k), tensor_descriptor(v),
                        tensor_descriptor(dout), matrix<const float>(rows_of(sums)),
                        tensor_descriptor(dk), tensor_descriptor(dv), causal);
}

void key_gradients(view<const float16_t, 4> q, view<const float16_t, 4> k,
                   view<const float16_t, 4> v, view<const float16_t, 4> o, view<const float, 3> lse,
                   view<const float16_t, 4> dout, view<float, 4> sums, view<float16_t, 4> dk,
                   view<float16_t, 4> dv, bool causal) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    launch_attention_sums(o, dout, lse, sums);
    if (const hopper_gpu gpu{dk.device()}) {
      launch_key_gradients<hopper_key_tiles<D>, D>(gpu, q, k, v, dout, sums, dk, dv, causal);
    } else {
      launch_key_gradients<other_key_tiles<D>, D>(gpu.other(), q, k, v, dout, sums, dk, dv, causal);
    }
  });
}

}  // namespace lesson08
