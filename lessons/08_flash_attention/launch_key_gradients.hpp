/// \file
/// The launch of task 8: first lse and delta of each row (attention_sums.hpp), then the kernel. A
/// program owns 64 keys and takes 32 rows of q per step, since it holds two accumulators.
#pragma once

#include "attention_sums.hpp"
#include "attention_tiles.hpp"
#include "heads.hpp"

namespace lesson08 {

template <class Tiles, int D, class Device>
void launch_key_gradients(Device where, kw::view<const kw::float16_t, 4> q,
                          kw::view<const kw::float16_t, 4> k, kw::view<const kw::float16_t, 4> v,
                          kw::view<const kw::float16_t, 4> dout, kw::view<float, 4> sums,
                          kw::view<kw::float16_t, 4> dk, kw::view<kw::float16_t, 4> dv,
                          bool causal) {
  const std::int64_t blocks = kw::cdiv(k.extent(2), Tiles::kKeys), heads = head_count(k);
  const std::int64_t section = causal ? heads_in_cache(heads, k.extent(2) * D) : 1;
  const kw::grid programs(section, blocks, heads / section);
  kw::launch<Tiles::kWarps>(where, causal ? programs.uneven() : programs,
                            KeyGradients<Tiles::kStep, Tiles::kKeys, D, Tiles::kStages>{},
                            kw::tensor_descriptor(q), kw::tensor_descriptor(k),
                            kw::tensor_descriptor(v), kw::tensor_descriptor(dout),
                            kw::array(kw::view<const float, 4>(sums)), kw::tensor_descriptor(dk),
                            kw::tensor_descriptor(dv), causal);
}

void key_gradients(kw::view<const kw::float16_t, 4> q, kw::view<const kw::float16_t, 4> k,
                   kw::view<const kw::float16_t, 4> v, kw::view<const kw::float16_t, 4> o,
                   kw::view<const float, 3> lse, kw::view<const kw::float16_t, 4> dout,
                   kw::view<float, 4> sums, kw::view<kw::float16_t, 4> dk,
                   kw::view<kw::float16_t, 4> dv, bool causal) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    launch_attention_sums<D>(o, dout, lse, sums);
    if (const kw::hopper_gpu gpu{dk.device()}) {
      launch_key_gradients<hopper_key_tiles<D>, D>(gpu, q, k, v, dout, sums, dk, dv, causal);
    } else {
      launch_key_gradients<other_key_tiles<D>, D>(gpu.other(), q, k, v, dout, sums, dk, dv, causal);
    }
  });
}

}  // namespace lesson08
