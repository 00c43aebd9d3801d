/// \file
/// The rest of task 6: the tiles of MatmulPipelined. The task's file includes this one as its last
/// line.
#pragma once

#include "grouped_order.hpp"
#include "matmul_tiles.hpp"

namespace lesson07 {

template <int WARPS, int BM, int BN, int BK, int STAGES, class T>
void launch_pipelined(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c) {
  kw::launch<WARPS>(c.device(), kw::grid(kw::cdiv(c.extent(0), BM) * kw::cdiv(c.extent(1), BN)),
                    MatmulPipelined<BM, BN, BK, STAGES>{}, kw::tensor_descriptor(a),
                    kw::tensor_descriptor(b), kw::tensor_descriptor(c), kGroup);
}

}  // namespace lesson07

template <class T>
void lesson07::matmul_pipelined(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c) {
  if (takes_large_tiles(c)) {
    launch_pipelined<8, 128, 256, 64, 3>(a, b, c);
  } else {
    launch_pipelined<4, 64, 64, 64, 4>(a, b, c);
  }
}

// The types that the contract promises.
namespace lesson07 {
using namespace kw;
template <class T>
using in = view<const T, 2>;
template void matmul_pipelined(in<float16_t>, in<float16_t>, view<float16_t, 2>);
template void matmul_pipelined(in<bfloat16_t>, in<bfloat16_t>, view<bfloat16_t, 2>);
}  // namespace lesson07
