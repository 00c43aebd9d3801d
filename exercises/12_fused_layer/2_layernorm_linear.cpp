// Lesson 12, task 2: LayerNorm on the way into a product.
// Page: lessons/12_fused_layer/README.md   Check while you edit: ./course watch lesson12.2
//
//   out[m, n] = h[m, k] w[k, n]     h[i, p] = (x[i, p] - mean[i]) * rstd[i] * gamma[p] + beta[p]
//
// h is never stored: each tile of x is normalised in registers, rounded to float16, and multiplied.
// mean and rstd, [m], are known; gamma and beta are [k].
#include "fused_layer.hpp"

using namespace kw;
using namespace lesson12;

template <int BM, int BN, int BK>
struct LayernormLinear {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> x,
                            array<const float16_t, 1> gamma, array<const float16_t, 1> beta,
                            array<const float, 1> mean, array<const float, 1> rstd,
                            array<const float16_t, 2> w, array<float16_t, 2> out) const {
    int m = tl.program_id(0) * BM;             // the first row of x and of out
    int n = tl.program_id(1) * BN;             // the first column of w and of out
    auto acc = tl.accumulator(shape<BM, BN>);  // [BM, BN], float32
    // TODO(lesson12.2): what do all steps need to know about this program's rows?
    for (int k = 0; k < x.columns(); k += BK) {
      auto xt = tl.load(x.tile(shape<BM, BK>, m, k));  // [BM, BK]
      auto wt = tl.load(w.tile(shape<BK, BN>, k, n));  // [BK, BN]
      // TODO(lesson12.2): normalise the tile. Which elements of gamma and beta belong to this step,
      // and along which axis does each factor run? As it stands, out = x w.
      acc = tl.dot(xt, wt, acc);
    }
    tl.store(out.tile(shape<BM, BN>, m, n), acc);
  }
};

#include "launch_layernorm_linear.hpp"  // the tiles and how many warps; no need to read it
