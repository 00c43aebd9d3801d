/// \file
/// The launches of task 5, whose file includes this one as its last line: rstd of each row,
/// and then the product.
#pragma once

#include "row_rstd.hpp"

namespace lesson12 {

template <int WARPS, int BM, int BN, int BK, int STAGES, class Device>
void launch_fused(Device where, matrix_of<const float16_t> x, matrix_of<const float16_t> folded,
                  kw::view<const float> shift, kw::view<float> rstd, matrix_of<float16_t> out) {
  const kw::view<const float> rs(rstd.data(), {rstd.extent(0)}, {1}, rstd.device());
  kw::launch<WARPS>(where, kw::grid(kw::cdiv(out.extent(0), BM) * kw::cdiv(out.extent(1), BN)),
                    FusedLayerPipelined<BM, BN, BK, STAGES>{}, kw::tensor_descriptor(x),
                    kw::tensor_descriptor(folded), rs, shift, kw::tensor_descriptor(out));
}

}  // namespace lesson12

/// Large tiles use each element that they load more often. A tile of 128 x 256 fills Hopper's
/// registers and is too large for those of other GPUs. A small result needs small tiles, or there
/// are too few programs for all the processors.
void lesson12::fused_layer_pipelined(matrix_of<const float16_t> x,
                                     matrix_of<const float16_t> folded, kw::view<const float> shift,
                                     float eps, kw::view<float> rstd, matrix_of<float16_t> out) {
  row_rstd(x, eps, rstd);
  const kw::hopper_gpu hopper{out.device()};
  if (out.extent(0) < 1024 || out.extent(1) < 1024) {
    launch_fused<4, 64, 64, 64, 4>(out.device(), x, folded, shift, rstd, out);
  } else if (hopper) {
    launch_fused<8, 128, 256, 64, 3>(hopper, x, folded, shift, rstd, out);
  } else {
    launch_fused<8, 128, 128, 32, 3>(hopper.other(), x, folded, shift, rstd, out);
  }
}
