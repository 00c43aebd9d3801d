// Lesson 07, task 5: bias and ReLU.
// Page: lessons/07_tiled_matmul/README.md   Check while you edit: ./course watch lesson07.5
//
//   c[m, n] = max(a[m, k] b[k, n] + bias[n], 0)      for any m, n and k
//
// All arrays are float16, and each result is rounded once, when it is stored. You write the kernel
// and its launch.
#include "tiled_matmul.hpp"

using namespace kw;

void lesson07::bias_relu(view<const float16_t, 2> a, view<const float16_t, 2> b,
                         view<const float16_t> bias, view<float16_t, 2> c) {
  // TODO(lesson07.5): which tile of c does a program own, and how many programs are there?
}
