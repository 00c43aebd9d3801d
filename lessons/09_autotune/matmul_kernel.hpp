/// \file
/// The product of matrices that task 5 of lesson 09 tunes.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace lesson09 {

/// \brief `c = a b`, one tile of BM x BN per program, in steps of BK: the kernel of lesson 07. Axis
/// 0 of the grid counts tiles along the rows of c, axis 1 along its columns.
template <int BM, int BN, int BK>
struct Matmul {
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const float, 2> a,
                            kw::array<const float, 2> b, kw::array<float, 2> c) const {
    int m = tl.program_id(0) * BM;  // the first row of a and of c
    int n = tl.program_id(1) * BN;  // the first column of b and of c
    auto acc = tl.accumulator(kw::shape<BM, BN>);
    for (int k = 0; k < a.columns(); k += BK) {
      auto at = tl.load(a.tile(kw::shape<BM, BK>, m, k));
      auto bt = tl.load(b.tile(kw::shape<BK, BN>, k, n));
      acc = tl.dot(at, bt, acc);
    }
    tl.store(c.tile(kw::shape<BM, BN>, m, n), acc);
  }
};

}  // namespace lesson09
