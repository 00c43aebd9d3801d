/// \file
/// The lowest rung of the lesson's ladder: one element of c per program, and one warp for each of
/// them.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace lesson07::bench {

/// BK must divide k.
template <int BK>
struct OneElement {
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const float, 2> a,
                            kw::array<const float, 2> b, kw::array<float, 2> c) const {
    auto row = tl.program_id(0), col = tl.program_id(1);
    auto sums = tl.zeros(kw::size<BK>);
    for (int start = 0; start < a.columns(); start += BK) {
      auto ks = start + tl.arange(kw::size<BK>);
      sums += tl.load(a.row(row) + ks) * tl.load(b.row(ks) + col);
    }
    tl.store(c.row(row) + col, tl.sum(sums));
  }
};

inline void one_element(kw::view<const float, 2> a, kw::view<const float, 2> b,
                        kw::view<float, 2> c) {
  kw::launch<1>(c.device(), kw::grid(c.extent(0), c.extent(1)), OneElement<32>{}, a, b, c);
}

}  // namespace lesson07::bench
