// Lesson 12, task 1: a product that ends in GELU (warm-up).
// Page: lessons/12_fused_layer/README.md   Check while you edit: ./course watch lesson12.1
//
//   out[m, n] = gelu(x[m, k] w[k, n] + bias[n])
//   gelu(z) = z / 2 * (1 + tanh(0.79788456 * (z + 0.044715 * z^3)))
//
// The product is that of lesson 07, and it is written already. All arrays are float16, and each
// result is rounded once, when it is stored.
#include "fused_layer.hpp"

using namespace kw;
using namespace lesson12;

template <int BM, int BN, int BK>
struct LinearGelu {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> x,
                            array<const float16_t, 2> w, array<const float16_t, 1> bias,
                            array<float16_t, 2> out) const {
    int m = tl.program_id(0) * BM;             // the first row of x and of out
    int n = tl.program_id(1) * BN;             // the first column of w and of out
    auto acc = tl.accumulator(shape<BM, BN>);  // [BM, BN], float32
    for (int k = 0; k < x.columns(); k += BK) {
      auto xt = tl.load(x.tile(shape<BM, BK>, m, k));  // [BM, BK]
      acc = tl.dot(xt, tl.load(w.tile(shape<BK, BN>, k, n)), acc);
    }
    // TODO(lesson12.1): what is done to the sums before they are stored? As it stands, out = x w.
    tl.store(out.tile(shape<BM, BN>, m, n), acc);
  }
};

void lesson12::linear_gelu(view<const float16_t, 2> x, view<const float16_t, 2> w,
                           view<const float16_t> bias, view<float16_t, 2> out) {
  constexpr int kRows = 128, kColumns = 128, kDepth = 32;  // of a tile
  launch<8>(out.device(), grid(cdiv(out.extent(0), kRows), cdiv(out.extent(1), kColumns)),
            LinearGelu<kRows, kColumns, kDepth>{}, x, w, bias, out);
}
