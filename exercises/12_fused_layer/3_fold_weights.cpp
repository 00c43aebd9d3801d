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

void lesson12::fold_weights(view<const float16_t> gamma, view<const float16_t> beta,
                            view<const float16_t, 2> w, view<const float16_t> bias,
                            view<float16_t, 2> folded, view<float> shift) {
  // TODO(lesson12.3): which part of w does a program own, and how many programs are there?
}
