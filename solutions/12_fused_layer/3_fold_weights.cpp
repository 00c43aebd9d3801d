// Lesson 12, task 3: the weights of LayerNorm inside those of the product.
// Page: lessons/12_fused_layer/README.md   Check while you edit: ./course watch lesson12.3
//
//   folded[p, j] = g[p, j] - (sum over q of g[q, j]) / k     g[p, j] = gamma[p] * w[p, j]
//   shift[j]     = bias[j] + sum over p of beta[p] * w[p, j]
//
// w and folded are [k, n], gamma and beta [k], and bias and shift [n]. shift is float32, all others
// are float16. What rounding takes from an element of folded is added to a later one of the same
// column, so columns still add up to 0. The kernel, its parameters and its launch are yours.
#include "fused_layer.hpp"

using namespace kw;
using namespace lesson12;

//{ solution
template <int BK, int BN>
struct FoldWeights {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 1> gamma,
                            array<const float16_t, 1> beta, array<const float16_t, 2> w,
                            array<const float16_t, 1> bias, array<float16_t, 2> folded,
                            array<float, 1> shift) const {
    int n = tl.program_id(0) * BN;                         // the first of its columns
    auto total = tl.zeros(size<BN>);                       // [BN]
    auto t = tl.load(bias.tile(size<BN>, n)).to(float32);  // [BN]
    for (int k = 0; k < w.rows(); k += BK) {
      auto wt = tl.load(w.tile(shape<BK, BN>, k, n)).to(float32);  // [BK, BN]
      auto g = tl.load(gamma.tile(size<BK>, k)).to(float32);       // [BK]
      auto b = tl.load(beta.tile(size<BK>, k)).to(float32);        // [BK]
      total += tl.sum(wt * g(_, None), axis<0>);
      t += tl.sum(wt * b(_, None), axis<0>);
    }
    tl.store(shift.tile(size<BN>, n), t);
    auto mean = total / static_cast<float>(w.rows());  // [BN]
    auto lost = tl.zeros(shape<BK, BN>);               // [BK, BN], to rounding, in rows before
    for (int k = 0; k < w.rows(); k += BK) {
      auto wt = tl.load(w.tile(shape<BK, BN>, k, n)).to(float32);
      auto g = tl.load(gamma.tile(size<BK>, k)).to(float32);
      auto exact = wt * g(_, None) - mean(None, _) + lost;
      auto rounded = exact.to(float16);
      tl.store(folded.tile(shape<BK, BN>, k, n), rounded);
      lost = exact - rounded.to(float32);
    }
  }
};

//}
void lesson12::fold_weights(view<const float16_t> gamma, view<const float16_t> beta,
                            view<const float16_t, 2> w, view<const float16_t> bias,
                            view<float16_t, 2> folded, view<float> shift) {
  // TODO(lesson12.3): which part of w does a program own, and how many programs are there?
  //{ solution
  constexpr int kDepth = 32, kColumns = 64;  // of a tile
  launch(folded.device(), grid(cdiv(w.extent(1), kColumns)), FoldWeights<kDepth, kColumns>{}, gamma,
         beta, w, bias, folded, shift);
  //}
}
