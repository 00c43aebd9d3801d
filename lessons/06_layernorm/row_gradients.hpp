/// \file
/// Task 4 as a function, for task 6: the gradients of a program's rows, with dw and db still in
/// registers.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace lesson06 {

/// The contribution of one program's rows to dw and db: a tile each, 0 after the last column.
template <class Tile>
struct gradient_share {
  Tile dw, db;
};

/// Stores dx of this program's rows, p, p + P, p + 2 P, ... of program p of P. \returns their
/// contribution to dw and db, float32 `[BLOCK_SIZE]` each
///
/// It walks the rows as for_each_row does, but adds to the sums before it asks for the next row:
/// there are just enough registers for that order, and not for the other.
template <int BLOCK_SIZE, class T>
KW_HD auto gradients_of_rows(kw::program auto& tl, kw::array<const T, 2> dy,
                             kw::array<const T, 2> x, const T* weight, const float* mean,
                             const float* rstd, kw::array<T, 2> dx) {
  auto cols = tl.arange(kw::size<BLOCK_SIZE>);
  auto mask = cols < dx.columns();
  auto w = tl.load(weight + cols, mask, 0.0f).to(kw::float32);
  auto dw = tl.zeros(kw::size<BLOCK_SIZE>);
  auto db = tl.zeros(kw::size<BLOCK_SIZE>);
  int row = tl.program_id(0);
  if (row < x.rows()) {
    auto x_row = tl.load(x.row(row) + cols, mask, 0.0f);
    auto dy_row = tl.load(dy.row(row) + cols, mask, 0.0f);
    float mu = tl.load(mean + row);
    float rs = tl.load(rstd + row);
    for (; row < x.rows(); row += tl.num_programs(0)) {
      auto d = dy_row.to(kw::float32);
      auto g = d * w;
      auto n = (x_row.to(kw::float32) - mu) * rs;
      float scale = rs;
      dw += d * n;
      db += d;
      int next = tl.minimum(row + tl.num_programs(0), x.rows() - 1);
      x_row = tl.load(x.row(next) + cols, mask, 0.0f);
      dy_row = tl.load(dy.row(next) + cols, mask, 0.0f);
      mu = tl.load(mean + next);
      rs = tl.load(rstd + next);
      float per_column = 1.0f / x.columns();
      float mean_gn = tl.sum(g * n) * per_column;
      float mean_g = tl.sum(g) * per_column;
      tl.store(dx.row(row) + cols, (g - n * mean_gn - mean_g) * scale, mask);
    }
  }
  return gradient_share<decltype(dw)>{dw, db};
}

}  // namespace lesson06
