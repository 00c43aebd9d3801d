/// \file
/// The rest of task 2: the tiles of MatmulFloat32. The task's file includes this one as its last
/// line.
#pragma once

#include "matmul_tiles.hpp"

namespace lesson07 {

template <int WARPS, int BM, int BN, int BK>
void launch_matmul_float32(kw::view<const float, 2> a, kw::view<const float, 2> b,
                           kw::view<float, 2> c) {
  kw::launch<WARPS>(c.device(), kw::grid(kw::cdiv(c.extent(0), BM), kw::cdiv(c.extent(1), BN)),
                    MatmulFloat32<BM, BN, BK>{}, a, b, c);
}

}  // namespace lesson07

void lesson07::matmul_float32(kw::view<const float, 2> a, kw::view<const float, 2> b,
                              kw::view<float, 2> c) {
  if (takes_large_tiles(c)) {
    launch_matmul_float32<8, 128, 128, 32>(a, b, c);
  } else {
    launch_matmul_float32<4, 64, 64, 32>(a, b, c);
  }
}
