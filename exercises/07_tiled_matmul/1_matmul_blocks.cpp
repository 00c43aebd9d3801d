// Lesson 07, task 1: the loop along k.
// Page: lessons/07_tiled_matmul/README.md   Check while you edit: ./course watch lesson07.1
//
//   c[m, n] = a[m, k] b[k, n]      c[i, j] = sum over p of a[i, p] b[p, j]
//
// A program owns one tile of c, [BM, BN], and walks along k in steps of BK. In this task m, n and k
// are multiples of BM, BN and BK.
#include "tiled_matmul.hpp"

using namespace kw;

template <int BM, int BN, int BK>
struct MatmulBlocks {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> a, array<const float, 2> b,
                            array<float, 2> c) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);  // [BM], of a and of c
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);  // [BN], of b and of c
    auto acc = tl.accumulator(shape<BM, BN>);                 // [BM, BN], float32 zeros
    // TODO(lesson07.1): how many steps are there, and which tiles of a and b does each one need?
    auto ks = tl.arange(size<BK>);                          // [BK]: only the first step
    auto at = tl.load(a.row(rows(_, None)) + ks(None, _));  // [BM, BK]
    auto bt = tl.load(b.row(ks(_, None)) + cols(None, _));  // [BK, BN]
    acc = tl.dot(at, bt, acc);
    tl.store(c.row(rows(_, None)) + cols(None, _), acc);
  }
};

void lesson07::matmul_blocks(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
  launch(c.device(), grid(c.extent(0) / kBlock, c.extent(1) / kBlock),
         MatmulBlocks<kBlock, kBlock, 32>{}, a, b, c);
}
