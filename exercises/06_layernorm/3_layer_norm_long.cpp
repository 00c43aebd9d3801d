// Lesson 06, task 3: LayerNorm of rows longer than a tile.
// Page: lessons/06_layernorm/README.md   Check while you edit: ./course watch lesson06.3
//
//   y[r, c] = (x[r, c] - mean[r]) * rstd[r] * weight[c] + bias[c]
//
// One program per row. It reads the row, of n columns, in blocks of BLOCK_SIZE: once for the mean
// and the sum of squared distances from it, and once more for y.
#include "layernorm.hpp"
#include "moments.hpp"  // moments_of: the mean and the squares of one block

using namespace kw;

template <int BLOCK_SIZE>
struct LayerNormLong {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, const T* weight, const T* bias,
                            array<T, 2> y, float* mean, float* rstd, float eps) const {
    auto row = tl.program_id(0);
    const int n = x.columns();
    float mu = 0;       // the mean of all columns so far
    float squares = 0;  // the sum of (x - mu)^2 over them
    for (int start = 0; start < n; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto v = tl.load(x.row(row) + cols, cols < n, 0.0f).to(float32);
      float before = static_cast<float>(start);
      float here = static_cast<float>(tl.minimum(BLOCK_SIZE, n - start));
      auto block = lesson06::moments_of(tl, v, cols < n, here);
      // TODO(lesson06.3): `before` columns have the mean mu and the sum `squares`, and `here` more
      // columns have block.mean and block.squares. What do all of them have together?
      mu = block.mean;
      squares = squares + block.squares * (before + here);
    }
    float rs = 1.0f / tl.sqrt(squares / n + eps);
    tl.store(mean + row, mu);
    tl.store(rstd + row, rs);
    for (int start = 0; start < n; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto mask = cols < n;
      auto v = tl.load(x.row(row) + cols, mask).to(float32);
      // TODO(lesson06.3): what is y in this block? The statistics are those of the whole row.
      tl.store(y.row(row) + cols, v, mask);
    }
  }
};

#include "launch_layer_norm_long.hpp"  // how many warps, and for which types; no need to read it
