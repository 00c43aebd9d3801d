/// \file
/// The launch of task 7. Which tiles fit depends on the GPU: attention_tiles.hpp.
///
/// Programs of one head come together and share its k and v in the second-level cache. Causal
/// programs have walks of different lengths: there a section of heads, whose k and v fit the cache,
/// comes together, the longest walks first.
#pragma once

#include <kernelwright/compiler/hurry.hpp>

#include "attention_tiles.hpp"
#include "heads.hpp"

using namespace kw;

namespace lesson08 {

template <class Tiles, int D, class Device, class T>
void launch_pipelined(Device where, view<const T, 4> q, view<const T, 4> k, view<const T, 4> v,
                      view<T, 4> o, view<float, 3> lse, bool causal) {
  constexpr int kRows = Tiles::kRows, kColumns = Tiles::kColumns, kStages = Tiles::kStages;
  const std::int64_t blocks = cdiv(q.extent(2), kRows), heads = head_count(q);
  const int group = group_of(q, k);
  const auto run = [&](const grid& programs, auto kernel) {
    launch<Tiles::kWarps>(where, programs, kernel, tensor_descriptor(q), tensor_descriptor(k),
                          tensor_descriptor(v), tensor_descriptor(o), lse, group);
  };
  const std::int64_t section = causal ? heads_in_cache(heads, q.extent(2) * D) : 1;
  const grid programs(section, blocks, heads / section);
  if (causal) {
    run(programs.uneven(), AttentionPipelined<kRows, kColumns, D, kStages, true>{});
  } else {
    run(programs, AttentionPipelined<kRows, kColumns, D, kStages, false>{});
  }
}

template <class T>
void attention_pipelined(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v, view<T, 4> o,
                         view<float, 3> lse, bool causal) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    if (const hopper_gpu gpu{o.device()}) {
      if constexpr (D == 64 && !core::compiled_in_a_hurry) {
        if (q.extent(2) <= kFewRows) {
          return launch_pipelined<hopper_tiles_of_few_rows<D>, D>(gpu, q, k, v, o, lse, causal);
        }
      }
      launch_pipelined<hopper_tiles<D>, D>(gpu, q, k, v, o, lse, causal);
    } else {
      launch_pipelined<other_tiles<D>, D>(gpu.other(), q, k, v, o, lse, causal);
    }
  });
}

// The type that the contract promises.
template void attention_pipelined(view<const float16_t, 4>, view<const float16_t, 4>,
                                  view<const float16_t, 4>, view<float16_t, 4>, view<float, 3>,
                                  bool);

}  // namespace lesson08
