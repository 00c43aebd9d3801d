// Lesson 07, task 4: 16 bits, and b transposed.
// Page: lessons/07_tiled_matmul/README.md   Check while you edit: ./course watch lesson07.4
//
//   c[m, n] = a[m, k] b[k, n]      T is float16_t or bfloat16_t, the sum is float32
//
// If B_IS_TRANSPOSED, memory holds the columns of b one after another. Then the matrix `b` of this
// kernel is [n, k]: its row j is column j of b.
#include "grouped_order.hpp"  // grouped_tile(...), as in task 3
#include "tiled_matmul.hpp"

using namespace kw;
using namespace lesson07;

template <int BM, int BN, int BK, bool B_IS_TRANSPOSED>
struct Matmul {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> a, array<const T, 2> b,
                            array<T, 2> c, int group) const {
    auto tile = grouped_tile(tl.program_id(0), cdiv(c.rows(), BM), cdiv(c.columns(), BN), group);
    int m = tile.row * BM;                     // the first row of a and of c
    int n = tile.col * BN;                     // the first column of b and of c
    auto acc = tl.accumulator(shape<BM, BN>);  // [BM, BN], float32
    // TODO(lesson07.4): the loop along k, for b as it is and transposed. Which shape does a tile of
    // `b` have in memory, and which one does the product need?
    //{ solution
    for (int k = 0; k < a.columns(); k += BK) {
      auto at = tl.load(a.tile(shape<BM, BK>, m, k));
      if constexpr (B_IS_TRANSPOSED) {
        auto bt = tl.load(b.tile(shape<BN, BK>, n, k));
        acc = tl.dot(at, tl.trans(bt), acc);
      } else {
        auto bt = tl.load(b.tile(shape<BK, BN>, k, n));
        acc = tl.dot(at, bt, acc);
      }
    }
    //}
    tl.store(c.tile(shape<BM, BN>, m, n), acc);
  }
};

#include "launch_matmul.hpp"  // the tiles, and which form of b; no need to read it
