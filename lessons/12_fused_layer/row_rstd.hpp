/// \file
/// The kernel that runs before task 5: rstd of each row.
#pragma once

#include <kernelwright/kernelwright.hpp>

#include "fused_layer.hpp"

namespace lesson12 {

/// One program per row, and one pass over it. It sums the distances from the row's first element,
/// so a row far from 0 loses nothing to rounding.
template <int BLOCK_SIZE>
struct RowRstd {
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const float16_t, 2> x, float eps,
                            float* rstd) const {
    int row = tl.program_id(0);
    float first = kw::core::convert<float>(tl.load(x.row(row)));
    auto total = tl.zeros(kw::size<BLOCK_SIZE>);
    auto squares = tl.zeros(kw::size<BLOCK_SIZE>);
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(kw::size<BLOCK_SIZE>);
      auto mask = cols < x.columns();
      auto v = tl.load(x.row(row) + cols, mask, 0.0f).to(kw::float32);
      auto distance = tl.where(mask, v - first, 0.0f);
      total += distance;
      squares += distance * distance;
    }
    float n = static_cast<float>(x.columns());
    float mu = tl.sum(total) / n;
    float variance = tl.maximum(tl.sum(squares) / n - mu * mu, 0.0f);
    tl.store(rstd + row, tl.rsqrt(variance + eps));
  }
};

inline void row_rstd(matrix_of<const float16_t> x, float eps, kw::view<float> rstd) {
  if (x.extent(1) > 1024) {
    kw::launch<4>(x.device(), kw::grid(x.extent(0)), RowRstd<4096>{}, x, eps, rstd);
  } else {
    kw::launch<1>(x.device(), kw::grid(x.extent(0)), RowRstd<256>{}, x, eps, rstd);
  }
}

}  // namespace lesson12
