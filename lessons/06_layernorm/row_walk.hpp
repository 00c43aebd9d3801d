/// \file
/// How a program of the backward pass gets its rows: each is loaded while the program still works
/// on the one before it.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace lesson06 {

/// Calls `body(row, d, n, rs)` for the rows p, p + P, p + 2 P, ... of program p of P: the number of
/// the row, its dy, its normalised x, and its rstd.
///
/// `d` and `n` are float32 `[BLOCK_SIZE]`. In the lanes after the row, `d` is 0 and `n` is not.
///
/// A program has a multiprocessor almost to itself, so no other program fills the time in which it
/// waits for memory. So the loads of the next row are under way while `body` runs.
template <int BLOCK_SIZE, class T, class Body>
KW_HD void for_each_row(kw::program auto& tl, kw::array<const T, 2> dy, kw::array<const T, 2> x,
                        const float* mean, const float* rstd, const Body& body) {
  auto cols = tl.arange(kw::size<BLOCK_SIZE>);
  auto mask = cols < x.columns();
  int row = tl.program_id(0);
  if (row >= x.rows()) {
    return;
  }
  // Keep the tiles as T: converting them now would wait for the loads.
  auto x_row = tl.load(x.row(row) + cols, mask, 0.0f);
  auto dy_row = tl.load(dy.row(row) + cols, mask, 0.0f);
  float mu = tl.load(mean + row);
  float rs = tl.load(rstd + row);
  for (; row < x.rows(); row += tl.num_programs(0)) {
    int next = tl.minimum(row + tl.num_programs(0), x.rows() - 1);
    auto next_x = tl.load(x.row(next) + cols, mask, 0.0f);
    auto next_dy = tl.load(dy.row(next) + cols, mask, 0.0f);
    float next_mu = tl.load(mean + next);
    float next_rs = tl.load(rstd + next);
    body(row, dy_row.to(kw::float32), (x_row.to(kw::float32) - mu) * rs, rs);
    x_row = next_x;
    dy_row = next_dy;
    mu = next_mu;
    rs = next_rs;
  }
}

}  // namespace lesson06
