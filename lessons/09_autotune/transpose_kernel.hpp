/// \file
/// The transpose that task 4 of lesson 09 tunes.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace lesson09 {

/// \brief `out[c, r] = x[r, c]`, one ROWS x COLS tile of x per program: axis 0 of the grid counts
/// tiles along the rows of x, axis 1 along its columns.
template <int ROWS, int COLS>
struct Transpose {
  template <class T>
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const T, 2> x,
                            kw::array<T, 2> out) const {
    using kw::_, kw::None;
    auto rows = tl.program_id(0) * ROWS + tl.arange(kw::size<ROWS>);  // rows of x, columns of out
    auto cols = tl.program_id(1) * COLS + tl.arange(kw::size<COLS>);  // columns of x, rows of out
    auto tile = tl.load(x.row(rows(_, None)) + cols(None, _),
                        (rows(_, None) < x.rows()) & (cols(None, _) < x.columns()));
    tl.store(out.row(cols(_, None)) + rows(None, _), tl.trans(tile),
             (cols(_, None) < out.rows()) & (rows(None, _) < out.columns()));
  }
};

}  // namespace lesson09
