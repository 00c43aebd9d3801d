// Lesson 10, task 4: rows of mean 0, with 1 as their largest distance from it.
// Page: lessons/10_why_slow/README.md   Check while you edit: ./course watch lesson10.4
//
//   d[r, c] = x[r, c] - mean of row r        out[r, c] = d[r, c] / largest |d[r, c]| of row r
//
// A row fits a block. The result is right, and two bytes are moved for each byte that is needed. At
// most 1.1 may be.
#include "why_slow.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct CentreRows {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out) const {
    int row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f);
    auto d = tl.where(mask, v - tl.sum(v) / x.columns(), 0.0f);
    // TODO(lesson10.4): what is stored here goes to memory and back before anything uses it. What
    // is left to compute, and which program has everything that this takes?
    tl.store(out.row(row) + cols, d, mask);
  }
};

template <int BLOCK_SIZE>
struct ScaleRows {
  KW_KERNEL void operator()(program auto tl, array<float, 2> out) const {
    int row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < out.columns();
    auto d = tl.load(out.row(row) + cols, mask, 0.0f);
    tl.store(out.row(row) + cols, d / tl.max(tl.abs(d)), mask);
  }
};

void lesson10::centre_rows(view<const float, 2> x, view<float, 2> out) {
  constexpr int kBlockSize = 1024;
  launch(out.device(), grid(out.extent(0)), CentreRows<kBlockSize>{}, x, out);
  launch(out.device(), grid(out.extent(0)), ScaleRows<kBlockSize>{}, out);
}
