// Lesson 07, task 5: bias and ReLU.
// Page: lessons/07_tiled_matmul/README.md   Check while you edit: ./course watch lesson07.5
//
//   c[m, n] = max(a[m, k] b[k, n] + bias[n], 0)      for any m, n and k
//
// All arrays are float16, and each result is rounded once, when it is stored. You write the kernel
// and its launch.
#include "tiled_matmul.hpp"

using namespace kw;

//{ solution
template <int BM, int BN, int BK>
struct BiasRelu {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> a,
                            array<const float16_t, 2> b, const float16_t* bias,
                            array<float16_t, 2> c) const {
    int m = tl.program_id(0) * BM;             // the first row of a and of c
    int n = tl.program_id(1) * BN;             // the first column of b and of c
    auto acc = tl.accumulator(shape<BM, BN>);  // [BM, BN], float32
    for (int k = 0; k < a.columns(); k += BK) {
      auto at = tl.load(a.tile(shape<BM, BK>, m, k));
      auto bt = tl.load(b.tile(shape<BK, BN>, k, n));
      acc = tl.dot(at, bt, acc);
    }
    auto cols = n + tl.arange(size<BN>);                                      // [BN]
    auto shift = tl.load(bias + cols, cols < c.columns(), 0.0f).to(float32);  // [BN]
    tl.store(c.tile(shape<BM, BN>, m, n), tl.maximum(acc + shift(None, _), 0.0f));
  }
};

//}
void lesson07::bias_relu(view<const float16_t, 2> a, view<const float16_t, 2> b,
                         view<const float16_t> bias, view<float16_t, 2> c) {
  // TODO(lesson07.5): which tile of c does a program own, and how many programs are there?
  //{ solution
  constexpr int kRows = 128, kColumns = 128, kDepth = 32;  // of a tile
  launch<8>(c.device(), grid(cdiv(c.extent(0), kRows), cdiv(c.extent(1), kColumns)),
            BiasRelu<kRows, kColumns, kDepth>{}, a, b, bias, c);
  //}
}
