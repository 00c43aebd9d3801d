// Lesson 05, task 4: softmax of long rows.
// Page: lessons/05_softmax/README.md   Check while you edit: ./course watch lesson05.4
//
//   m         = max(x[r, :])
//   out[r, c] = exp(x[r, c] - m) / sum(exp(x[r, :] - m))      x, out: [rows, columns]
//
// One program per row, which is too long for a tile, so the program walks it in blocks, twice. The
// first walk finds the maximum and the sum together, the second one stores the result.
#include "softmax.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct SoftmaxLong {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, array<T, 2> out) const {
    auto row = tl.program_id(0);
    // What the blocks so far have: their maximum, and in each lane a sum of exp(x - largest).
    float largest = -3.4028235e38f;          // the lowest finite number
    auto sums = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto mask = cols < x.columns();
      // TODO(lesson05.4): take in this block. What happens to `sums`, which were made with the
      // earlier maximum, when the block raises it?
      //{ solution
      auto v = tl.load(x.row(row) + cols, mask, -inf).to(float32);
      float raised = tl.maximum(largest, tl.max(v));
      sums = sums * tl.exp(largest - raised) + tl.exp(v - raised);
      largest = raised;
      //| auto v = tl.load(x.row(row) + cols, mask, 0.0f).to(float32);
      //| sums = sums + tl.exp(v);
      //| largest = tl.max(v);
      //}
    }
    float total = tl.sum(sums);
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto mask = cols < x.columns();
      auto v = tl.load(x.row(row) + cols, mask).to(float32);
      // TODO(lesson05.4): the results of this block.
      //{ solution
      auto y = tl.exp(v - largest) * (1.0f / total);
      //| auto y = (v - largest) / total;
      //}
      tl.store(out.row(row) + cols, y, mask);
    }
  }
};

#include "launch_softmax_long.hpp"  // block, warps and types; no need to read it
