// Lesson 06, task 2: LayerNorm.
// Page: lessons/06_layernorm/README.md   Check while you edit: ./course watch lesson06.2
//
//   y[r, c] = (x[r, c] - mean[r]) * rstd[r] * weight[c] + bias[c]
//
// One program per row. A row has n columns, at most BLOCK_SIZE: x and y are [rows, n], weight and
// bias [n]. mean and rstd, [rows], are those of task 1, and the backward pass needs them.
#include "layernorm.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct LayerNorm {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, const T* weight, const T* bias,
                            array<T, 2> y, float* mean, float* rstd, float eps) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f).to(float32);  // [BLOCK_SIZE]
    // TODO(lesson06.2): what are the statistics of this row? Which weight and which bias belong to
    // a lane? As it stands, the row is copied, and its statistics are made up.
    //{ solution
    float mu = tl.sum(v) / x.columns();
    auto centred = tl.where(mask, v - mu, 0.0f);
    float rs = 1.0f / tl.sqrt(tl.sum(centred * centred) / x.columns() + eps);
    tl.store(mean + row, mu);
    tl.store(rstd + row, rs);
    // The weights are used before the biases are loaded, so two tiles at a time need registers.
    auto scaled = centred * rs * tl.load(weight + cols, mask).to(float32);
    tl.store(y.row(row) + cols, scaled + tl.load(bias + cols, mask).to(float32), mask);
    //| tl.store(mean + row, 0.0f);
    //| tl.store(rstd + row, 1.0f);
    //| tl.store(y.row(row) + cols, v, mask);
    //}
  }
};

#include "launch_layer_norm.hpp"  // which block and warps for which width; no need to read it
