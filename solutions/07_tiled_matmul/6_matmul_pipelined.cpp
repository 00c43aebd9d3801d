// Lesson 07, task 6: loads that run ahead (stretch).
// Page: lessons/07_tiled_matmul/README.md   Check while you edit: ./course watch lesson07.6
//
//   c[m, n] = a[m, k] b[k, n]      T is float16_t or bfloat16_t, the sum is float32
//
// There are no pointers and no masks: a descriptor's tiles hold zeros outside of the array, and
// nothing is stored there.
#include "grouped_order.hpp"  // grouped_tile(...), as in task 3
#include "tiled_matmul.hpp"

using namespace kw;
using namespace lesson07;

template <int BM, int BN, int BK, int STAGES>
struct MatmulPipelined {
  template <class T>
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const T> a,
                            tensor_descriptor<const T> b, tensor_descriptor<T> c, int group) const {
    auto tile = grouped_tile(tl.program_id(0), cdiv(c.extent(0), BM), cdiv(c.extent(1), BN), group);
    int m = tile.row * BM;                     // the first row of a and of c
    int n = tile.col * BN;                     // the first column of b and of c
    auto acc = tl.accumulator(shape<BM, BN>);  // [BM, BN], float32
    // TODO(lesson07.6): which tile of a, and which tile of b, does the step at k need? Fetch them
    // up to STAGES steps ahead of their product.
    //{ solution
    auto ab = tl.stream(stages<STAGES>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, m, k), b.tile(shape<BK, BN>, k, n));
    });
    ab.pipelined(0, a.extent(1), BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    //}
    tl.store(c.tile(shape<BM, BN>, m, n), acc);
  }
};

#include "launch_matmul_pipelined.hpp"  // which tiles for which size of c; no need to read it
