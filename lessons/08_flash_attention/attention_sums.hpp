/// \file
/// What the backward pass needs to know of each row of q before its walks begin.
#pragma once

#include "heads.hpp"

namespace lesson08 {

/// For each row of q, its lse to base 2, and delta, the row of dout times the row of o. Program
/// (i, h) writes block i of the rows 2 * h and 2 * h + 1 of `sums`.
template <int BM>
struct AttentionSums {
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const kw::float16_t, 2> o,
                            kw::array<const kw::float16_t, 2> dout, kw::array<const float, 2> lse,
                            kw::array<float, 2> sums) const {
    using kw::_, kw::None;
    int n = sums.columns(), head = tl.program_id(1);
    auto rows = tl.program_id(0) * BM + tl.arange(kw::size<BM>);  // [BM], within the head
    auto mask = rows(_, None) < n;
    auto delta = tl.zeros(kw::size<BM>);
    for (int start = 0; start < o.columns(); start += 64) {
      auto dims = start + tl.arange(kw::size<64>);  // [64]: heads have 64 or 128 elements
      auto ot =
          tl.load(o.row(head * n + rows(_, None)) + dims(None, _), mask, 0.0f).to(kw::float32);
      auto gt =
          tl.load(dout.row(head * n + rows(_, None)) + dims(None, _), mask, 0.0f).to(kw::float32);
      delta = delta + tl.sum(gt * ot, kw::axis<1>);
    }
    auto lse_2 = tl.load(lse.row(head) + rows, rows < n, 0.0f) * 1.44269504f;  // log2(e)
    tl.store(sums.row(2 * head) + rows, lse_2, rows < n);
    tl.store(sums.row(2 * head + 1) + rows, delta, rows < n);
  }
};

/// Fills `sums`, which is `[batch, heads, 2, n]`.
inline void launch_attention_sums(kw::view<const kw::float16_t, 4> o,
                                  kw::view<const kw::float16_t, 4> dout,
                                  kw::view<const float, 3> lse, kw::view<float, 4> sums) {
  kw::launch(sums.device(), kw::grid(kw::cdiv(o.extent(2), 32), head_count(o)), AttentionSums<32>{},
             rows_of(o), rows_of(dout), rows_of(lse), rows_of(sums));
}

}  // namespace lesson08
