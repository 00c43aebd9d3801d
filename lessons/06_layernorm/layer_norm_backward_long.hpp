/// \file
/// The backward pass for rows longer than a tile. No task asks for it; read it after task 4.
#pragma once

#include <kernelwright/kernelwright.hpp>

using namespace kw;

namespace lesson06 {

/// Two passes over each row, in blocks: the first finds the two means, the second stores dx. There
/// are too many columns to keep dw and db in registers, so a program adds to its row of the
/// workspace in memory.
template <int BLOCK_SIZE>
struct LayerNormBackwardLong {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> dy, matrix<const T> x, const T* weight,
                            const float* mean, const float* rstd, matrix<T> dx,
                            matrix<float> dw_partial, matrix<float> db_partial) const {
    const int n_cols = dx.columns();
    auto dw = dw_partial.row(tl.program_id(0));
    auto db = db_partial.row(tl.program_id(0));
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      tl.store(dw + cols, 0.0f, cols < n_cols);
      tl.store(db + cols, 0.0f, cols < n_cols);
    }
    for (int row = tl.program_id(0); row < dx.rows(); row += tl.num_programs(0)) {
      float mu = tl.load(mean + row);
      float rs = tl.load(rstd + row);
      auto sum_g = tl.zeros(size<BLOCK_SIZE>);
      auto sum_gn = tl.zeros(size<BLOCK_SIZE>);
      for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
        auto cols = start + tl.arange(size<BLOCK_SIZE>);
        auto mask = cols < n_cols;
        auto v = tl.load(x.row(row) + cols, mask, 0.0f).to(float32);
        auto d = tl.load(dy.row(row) + cols, mask, 0.0f).to(float32);
        auto g = d * tl.load(weight + cols, mask, 0.0f).to(float32);
        sum_g += g;
        sum_gn += g * ((v - mu) * rs);
      }
      float mean_g = tl.sum(sum_g) / n_cols;
      float mean_gn = tl.sum(sum_gn) / n_cols;
      for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
        auto cols = start + tl.arange(size<BLOCK_SIZE>);
        auto mask = cols < n_cols;
        auto v = tl.load(x.row(row) + cols, mask, 0.0f).to(float32);
        auto d = tl.load(dy.row(row) + cols, mask, 0.0f).to(float32);
        auto g = d * tl.load(weight + cols, mask, 0.0f).to(float32);
        auto n = (v - mu) * rs;
        tl.store(dx.row(row) + cols, (g - mean_g - n * mean_gn) * rs, mask);
        // Each lane reads what it wrote itself, so no barrier is needed.
        tl.store(dw + cols, tl.load(dw + cols, mask) + d * n, mask);
        tl.store(db + cols, tl.load(db + cols, mask) + d, mask);
      }
    }
  }
};

}  // namespace lesson06
