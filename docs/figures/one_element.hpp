/// \file
/// The lowest rung of lesson 07's ladder, which docs/figures/lesson07.cpp measures on a CPU and
/// tools/compute_peers.py on a GPU.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace figures {
using namespace kw;

/// A product of matrices in which a program computes one element. BK must divide k.
template <int BK>
struct OneElement {
  KW_KERNEL void operator()(program auto tl, matrix<const float> a, matrix<const float> b,
                            matrix<float> c) const {
    auto row = tl.program_id(0), col = tl.program_id(1);
    auto sums = tl.zeros(size<BK>);
    for (int start = 0; start < a.columns(); start += BK) {
      auto ks = start + tl.arange(size<BK>);
      sums += tl.load(a.row(row) + ks) * tl.load(b.row(ks) + col);
    }
    tl.store(c.row(row) + col, tl.sum(sums));
  }
};

}  // namespace figures
