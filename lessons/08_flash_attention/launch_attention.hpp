/// \file
/// The launch of task 2. How many rows a program has: `pointer_tiles` in attention_tiles.hpp.
#pragma once

#include "attention_tiles.hpp"
#include "heads.hpp"

namespace lesson08 {

template <class T>
void attention(kw::view<const T, 4> q, kw::view<const T, 4> k, kw::view<const T, 4> v,
               kw::view<T, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    using tiles = pointer_tiles<D>;
    const kw::grid programs(kw::cdiv(q.extent(2), tiles::kRows), q.extent(1), q.extent(0));
    kw::launch<tiles::kWarps, tiles::kResident>(
        o.device(), programs, Attention<T, tiles::kRows, tiles::kColumns, D>{}, q, k, v, o);
  });
}

// The type that the contract promises.
template void attention(kw::view<const kw::float16_t, 4>, kw::view<const kw::float16_t, 4>,
                        kw::view<const kw::float16_t, 4>, kw::view<kw::float16_t, 4>);

}  // namespace lesson08
