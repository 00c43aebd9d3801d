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

namespace lesson08 {

template <class Tiles, int D, class Device, class T>
void launch_pipelined(Device where, kw::view<const T, 4> q, kw::view<const T, 4> k,
                      kw::view<const T, 4> v, kw::view<T, 4> o, kw::view<float, 3> lse,
                      bool causal) {
  constexpr int kRows = Tiles::kRows, kColumns = Tiles::kColumns, kStages = Tiles::kStages;
  const std::int64_t blocks = kw::cdiv(q.extent(2), kRows), heads = head_count(q);
  const auto run = [&](const kw::grid& programs, auto kernel) {
    kw::launch<Tiles::kWarps>(where, programs, kernel, kw::tensor_descriptor(q),
                              kw::tensor_descriptor(k), kw::tensor_descriptor(v),
                              kw::tensor_descriptor(o), lse);
  };
  const std::int64_t section = causal ? heads_in_cache(heads, q.extent(2) * D) : 1;
  const kw::grid programs(section, blocks, heads / section);
  if (causal) {
    run(programs.uneven(), AttentionPipelined<kRows, kColumns, D, kStages, true>{});
  } else {
    run(programs, AttentionPipelined<kRows, kColumns, D, kStages, false>{});
  }
}

template <class T>
void attention_pipelined(kw::view<const T, 4> q, kw::view<const T, 4> k, kw::view<const T, 4> v,
                         kw::view<T, 4> o, kw::view<float, 3> lse, bool causal) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    if (const kw::hopper_gpu gpu{o.device()}) {
      if constexpr (D == 64 && !kw::core::compiled_in_a_hurry) {
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
template void attention_pipelined(kw::view<const kw::float16_t, 4>,
                                  kw::view<const kw::float16_t, 4>,
                                  kw::view<const kw::float16_t, 4>, kw::view<kw::float16_t, 4>,
                                  kw::view<float, 3>, bool);

}  // namespace lesson08
