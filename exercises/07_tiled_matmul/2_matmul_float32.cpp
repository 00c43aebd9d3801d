// Lesson 07, task 2: any sizes.
// Page: lessons/07_tiled_matmul/README.md   Check while you edit: ./course watch lesson07.2
//
//   c[m, n] = a[m, k] b[k, n]      in float32, for any m, n and k
//
// The tiles on the right and at the bottom of c reach past its edges, and the last step along k
// reaches past the end of the rows of a.
#include "tiled_matmul.hpp"

using namespace kw;

template <int BM, int BN, int BK>
struct MatmulFloat32 {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> a, array<const float, 2> b,
                            array<float, 2> c) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);  // [BM], of a and of c
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);  // [BN], of b and of c
    auto acc = tl.accumulator(shape<BM, BN>);                 // [BM, BN]
    // TODO(lesson07.2): your loop of task 1, with masks. Which two axes does a have, and which b?
    // What must the lanes past k hold to add nothing to acc?
    auto mask = (rows(_, None) < c.rows()) & (cols(None, _) < c.columns());
    tl.store(c.row(rows(_, None)) + cols(None, _), acc, mask);
  }
};

#include "launch_matmul_float32.hpp"  // which tiles for which size of c; no need to read it
