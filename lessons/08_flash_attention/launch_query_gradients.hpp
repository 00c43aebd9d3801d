/// \file
/// The launch of task 9: first lse and delta of each row (attention_sums.hpp), then the kernel. A
/// program owns 64 rows of q and takes 32 keys per step.
#pragma once

#include "attention_sums.hpp"
#include "attention_tiles.hpp"
#include "heads.hpp"

namespace lesson08 {

template <class Tiles, int D, class Device>
void launch_query_gradients(Device where, kw::view<const kw::float16_t, 4> q,
                            kw::view<const kw::float16_t, 4> k, kw::view<const kw::float16_t, 4> v,
                            kw::view<const kw::float16_t, 4> dout, kw::view<float, 4> sums,
                            kw::view<kw::float16_t, 4> dq, bool causal) {
  const std::int64_t blocks = kw::cdiv(q.extent(2), Tiles::kRows), heads = head_count(q);
  const std::int64_t section = causal ? heads_in_cache(heads, q.extent(2) * D) : 1;
  const kw::grid programs(section, blocks, heads / section);
  kw::launch<Tiles::kWarps>(
      where, causal ? programs.uneven() : programs,
      QueryGradients<Tiles::kRows, Tiles::kStep, D, Tiles::kStages>{}, kw::tensor_descriptor(q),
      kw::tensor_descriptor(k), kw::tensor_descriptor(v), kw::tensor_descriptor(dout),
      kw::array(kw::view<const float, 4>(sums)), kw::tensor_descriptor(dq), causal);
}

void query_gradients(kw::view<const kw::float16_t, 4> q, kw::view<const kw::float16_t, 4> k,
                     kw::view<const kw::float16_t, 4> v, kw::view<const kw::float16_t, 4> o,
                     kw::view<const float, 3> lse, kw::view<const kw::float16_t, 4> dout,
                     kw::view<float, 4> sums, kw::view<kw::float16_t, 4> dq, bool causal) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    launch_attention_sums<D>(o, dout, lse, sums);
    if (const kw::hopper_gpu gpu{dq.device()}) {
      launch_query_gradients<hopper_query_tiles<D>, D>(gpu, q, k, v, dout, sums, dq, causal);
    } else {
      launch_query_gradients<other_query_tiles<D>, D>(gpu.other(), q, k, v, dout, sums, dq, causal);
    }
  });
}

}  // namespace lesson08
