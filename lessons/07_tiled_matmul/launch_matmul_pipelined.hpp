/// \file
/// The rest of task 6: the tiles of MatmulPipelined. The task's file includes this one as its last
/// line.
#pragma once

#include "grouped_order.hpp"
#include "matmul_tiles.hpp"

namespace lesson07 {

template <int WARPS, int BM, int BN, int BK, int STAGES, class Device, class T>
void launch_pipelined(product_tiles<WARPS, BM, BN, BK, STAGES>, Device where,
                      kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c) {
  kw::launch<WARPS>(where, kw::grid(tiles_of(c, BM, BN)), MatmulPipelined<BM, BN, BK, STAGES>{},
                    kw::tensor_descriptor(a), kw::tensor_descriptor(b), kw::tensor_descriptor(c),
                    kGroup);
}

}  // namespace lesson07

template <class T>
void lesson07::matmul_pipelined(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c) {
  if (const kw::hopper_gpu hopper{c.device()}) {
    with_hopper_tiles(c, [&](auto tiles) { launch_pipelined(tiles, hopper, a, b, c); });
  } else if (takes_large_tiles(c)) {
    launch_pipelined(product_tiles<8, 128, 256, 64, 3>{}, hopper.other(), a, b, c);
  } else {
    launch_pipelined(product_tiles<4, 64, 64, 64, 4>{}, hopper.other(), a, b, c);
  }
}

// The types that the contract promises.
namespace lesson07 {
template <class T>
using in = kw::view<const T, 2>;
template void matmul_pipelined(in<kw::float16_t>, in<kw::float16_t>, kw::view<kw::float16_t, 2>);
template void matmul_pipelined(in<kw::bfloat16_t>, in<kw::bfloat16_t>, kw::view<kw::bfloat16_t, 2>);
}  // namespace lesson07
