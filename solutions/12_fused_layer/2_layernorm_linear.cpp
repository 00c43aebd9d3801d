// Lesson 12, task 2: LayerNorm on the way into a product.
// The page: lessons/12_fused_layer/README.md
//
//   out[m, n] = h[m, k] w[k, n]     h[i, p] = (x[i, p] - mean[i]) * rstd[i] * gamma[p] + beta[p]
//
// h is never stored: each tile of x is normalised in registers, rounded to float16, and multiplied.
// mean and rstd, [m], are known; gamma and beta are [k].
//
// Check it while you edit:  ./course watch lesson12.2
#include "fused_layer.hpp"

#include <kernelwright/kernelwright.hpp>

#include "tiles.hpp"  // load_tile(tl, x, rows, cols) and store_tile(tl, x, rows, cols, tile)

using namespace kw;
using namespace lesson12;

template <int BM, int BN, int BK>
struct LayernormLinear {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> x, const float16_t* gamma,
                            const float16_t* beta, const float* mean, const float* rstd,
                            array<const float16_t, 2> w, array<float16_t, 2> out) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);  // [BM], of x and of out
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);  // [BN], of w and of out
    auto acc = tl.accumulator(shape<BM, BN>);                 // [BM, BN], float32
    // TODO(lesson12.2): what do all steps need to know about this program's rows?
    //{ solution
    auto mu = tl.load(mean + rows, rows < x.rows(), 0.0f);  // [BM]
    auto rs = tl.load(rstd + rows, rows < x.rows(), 0.0f);  // [BM]
    //}
    for (int start = 0; start < x.columns(); start += BK) {
      auto ks = start + tl.arange(size<BK>);  // [BK]
      auto xt = load_tile(tl, x, rows, ks);   // [BM, BK]
      auto wt = load_tile(tl, w, ks, cols);   // [BK, BN]
      // TODO(lesson12.2): normalise the tile. Which elements of gamma and beta belong to this step,
      // and along which axis does each factor run? As it stands, out = x w.
      //{ solution
      auto g = tl.load(gamma + ks, ks < x.columns(), 0.0f).to(float32);  // [BK]
      auto b = tl.load(beta + ks, ks < x.columns(), 0.0f).to(float32);   // [BK]
      auto normal = (xt.to(float32) - mu(_, None)) * rs(_, None);
      auto h = normal * g(None, _) + b(None, _);
      acc = tl.dot(h.to(float16), wt, acc);
      //| acc = tl.dot(xt, wt, acc);
      //}
    }
    store_tile(tl, out, rows, cols, acc);
  }
};

#include "launch_layernorm_linear.hpp"  // the tiles and how many warps; no need to read it
