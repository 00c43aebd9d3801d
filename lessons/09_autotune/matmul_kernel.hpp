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
    using kw::_, kw::None;
    auto rows = tl.program_id(0) * BM + tl.arange(kw::size<BM>);  // [BM]
    auto cols = tl.program_id(1) * BN + tl.arange(kw::size<BN>);  // [BN]
    auto acc = tl.accumulator(kw::shape<BM, BN>);
    for (int start = 0; start < a.columns(); start += BK) {
      auto ks = start + tl.arange(kw::size<BK>);  // [BK]
      auto at = tl.load(a.row(rows(_, None)) + ks(None, _),
                        (rows(_, None) < c.rows()) & (ks(None, _) < a.columns()), 0.0f);
      auto bt = tl.load(b.row(ks(_, None)) + cols(None, _),
                        (ks(_, None) < a.columns()) & (cols(None, _) < c.columns()), 0.0f);
      acc = tl.dot(at, bt, acc);
    }
    tl.store(c.row(rows(_, None)) + cols(None, _), acc,
             (rows(_, None) < c.rows()) & (cols(None, _) < c.columns()));
  }
};

}  // namespace lesson09
