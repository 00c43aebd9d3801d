// Lesson 06, task 4: the gradients of LayerNorm.
// Page: lessons/06_layernorm/README.md   Check while you edit: ./course watch lesson06.4
//
//   n = (x - mean) * rstd     g = dy * weight     dx = rstd * (g - mean(g) - n * mean(g * n))
//   dw = sum of dy * n        db = sum of dy      over rows; mean(g) and mean(g * n) over columns
//
// Program p of P has the rows p, p + P, p + 2P, ... It stores their dx. What they add to dw and db
// stays in registers until the end, when it becomes row p of dw_partial and db_partial, which are
// [P, columns].
#include "layernorm.hpp"
#include "row_walk.hpp"  // for_each_row: loads the rows of a program, each ahead of its turn

using namespace kw;

template <int BLOCK_SIZE>
struct LayerNormBackward {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> dy, array<const T, 2> x,
                            const T* weight, const float* mean, const float* rstd, array<T, 2> dx,
                            array<float, 2> dw_partial, array<float, 2> db_partial) const {
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    auto w = tl.load(weight + cols, mask, 0.0f);
    auto dw_sum = tl.zeros(size<BLOCK_SIZE>);
    auto db_sum = tl.zeros(size<BLOCK_SIZE>);
    // d is a row of dy and n the normalised row of x: float32 [BLOCK_SIZE]. After the row d is 0.
    auto each_row = [&](int row, auto d, auto n, float rs) {
      auto g = d * w.to(float32);
      // TODO(lesson06.4): what does this row add to dw_sum and db_sum, and what is its dx? As it
      // stands, the sums are those of the last row, and dx lacks both means.
      dw_sum = d * n;
      db_sum = d;
      tl.store(dx.row(row) + cols, g * rs, mask);
    };
    lesson06::for_each_row<BLOCK_SIZE>(tl, dy, x, mean, rstd, each_row);
    tl.store(dw_partial.row(tl.program_id(0)) + cols, dw_sum, mask);
    tl.store(db_partial.row(tl.program_id(0)) + cols, db_sum, mask);
  }
};

#include "launch_layer_norm_backward.hpp"  // blocks and warps, and longer rows; no need to read it
