// Lesson 14, task 4: bias, dropout and residual in one pass.
// Page: lessons/14_dropout/README.md   Check while you edit: ./course watch lesson14.4
//
//   out[r, c] = residual[r, c] + dropout(x[r, c] + bias[c])
//
// x, residual and out are [rows, columns]; each may have a different row stride. Element (r, c) has
// the random number rand(seed, r * columns + c), wherever it is in memory.
#include "dropout.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct BiasDropoutResidual {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* bias,
                            array<const float, 2> residual, float p, int seed,
                            array<float, 2> out) const {
    int row = tl.program_id(0);
    auto cols = tl.program_id(1) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask) + tl.load(bias + cols, mask);
    // TODO(lesson14.4): each row drops the same columns. Which number does element (r, c) have?
    //{ solution
    auto keep = tl.rand(seed, row * x.columns() + cols) >= p;
    auto dropped = tl.where(keep, v / (1.0f - p), 0.0f);
    tl.store(out.row(row) + cols, tl.load(residual.row(row) + cols, mask) + dropped, mask);
    //| auto keep = tl.rand(seed, cols) >= p;
    //| tl.store(out.row(row) + cols, tl.where(keep, v, 0.0f), mask);
    //}
  }
};

#include "launch_bias_dropout_residual.hpp"  // which block for which width; no need to read it
