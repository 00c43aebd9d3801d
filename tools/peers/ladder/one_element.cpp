// The lowest rung of lesson 07's ladder: one element per program, and one warp for each of them.
#include <kernelwright/kernelwright.hpp>

#include "../kernels.hpp"

namespace kw::peers {

/// BK must divide k.
template <int BK>
struct OneElement {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> a, array<const float, 2> b,
                            array<float, 2> c) const {
    auto row = tl.program_id(0), col = tl.program_id(1);
    auto sums = tl.zeros(size<BK>);
    for (int start = 0; start < a.columns(); start += BK) {
      auto ks = start + tl.arange(size<BK>);
      sums += tl.load(a.row(row) + ks) * tl.load(b.row(ks) + col);
    }
    tl.store(c.row(row) + col, tl.sum(sums));
  }
};

void matmul_one_element(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
  launch<1>(c.device(), grid(c.extent(0), c.extent(1)), OneElement<32>{}, a, b, c);
}

}  // namespace kw::peers
