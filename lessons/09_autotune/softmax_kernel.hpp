/// \file
/// The softmax that task 3 of lesson 09 tunes.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace lesson09 {

/// \brief ROWS rows per program, each of at most COLS elements: the kernel of lesson 05, task 3.
template <int ROWS, int COLS>
struct Softmax {
  template <class T>
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const T, 2> x,
                            kw::array<T, 2> out) const {
    using kw::_, kw::None;
    auto rows = tl.program_id(0) * ROWS + tl.arange(kw::size<ROWS>);         // [ROWS]
    auto cols = tl.arange(kw::size<COLS>);                                   // [COLS]
    auto mask = (rows(_, None) < x.rows()) & (cols(None, _) < x.columns());  // [ROWS, COLS]
    auto v = tl.load(x.row(rows(_, None)) + cols(None, _), mask, -kw::inf).to(kw::float32);
    auto e = tl.exp(v - tl.max(v, kw::axis<1>)(_, None));
    auto y = e / tl.sum(e, kw::axis<1>)(_, None);
    tl.store(out.row(rows(_, None)) + cols(None, _), y, mask);
  }
};

}  // namespace lesson09
