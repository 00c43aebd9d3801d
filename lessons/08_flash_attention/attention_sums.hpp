/// \file
/// What the backward pass needs to know of each row of q before its walks begin.
#pragma once

#include "heads.hpp"

namespace lesson08 {

/// For each row of q, its lse to base 2, and delta, the row of dout times the row of o.
template <int BM, int D>
struct AttentionSums {
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const kw::float16_t, 4, D> o,
                            kw::array<const kw::float16_t, 4, D> dout,
                            kw::array<const float, 3> lse, kw::array<float, 4> sums) const {
    int batch = tl.program_id(2), head = tl.program_id(1), first = tl.program_id(0) * BM;
    auto delta = tl.zeros(kw::size<BM>);
    for (int d = 0; d < D; d += 64) {
      auto ot = tl.load(o(batch, head).tile(kw::shape<BM, 64>, first, d)).to(kw::float32);
      auto gt = tl.load(dout(batch, head).tile(kw::shape<BM, 64>, first, d)).to(kw::float32);
      delta = delta + tl.sum(gt * ot, kw::axis<1>);
    }
    auto lse_2 = tl.load(lse(batch, head).tile(kw::size<BM>, first)) * 1.44269504f;  // log2(e)
    tl.store(sums(batch, head, 0).tile(kw::size<BM>, first), lse_2);
    tl.store(sums(batch, head, 1).tile(kw::size<BM>, first), delta);
  }
};

/// Fills `sums`, which is `[batch, heads, 2, n]`.
template <int D>
void launch_attention_sums(kw::view<const kw::float16_t, 4> o,
                           kw::view<const kw::float16_t, 4> dout, kw::view<const float, 3> lse,
                           kw::view<float, 4> sums) {
  kw::launch(sums.device(), kw::grid(kw::cdiv(o.extent(2), 32), o.extent(1), o.extent(0)),
             AttentionSums<32, D>{}, o, dout, lse, sums);
}

}  // namespace lesson08
