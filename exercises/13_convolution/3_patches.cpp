// Lesson 13, task 3: the matrix that turns a convolution into a product.
// Page: lessons/13_convolution/README.md   Check while you edit: ./course watch lesson13.3
//
//   out[m, t] = x[n, p * stride - padding + i, q * stride - padding + j, c]     0 outside the image
//
// x is [n, height, width, channels]. Row m = (n * rows + p) * columns + q is for place (p, q) of
// image n, and column t = (i * g.s + j) * channels + c for one element of a filter. out is dense,
// g.places() by g.taps(). The kernel, its parameters and its launch are yours to write.
#include "convolution.hpp"

using namespace kw;

void lesson13::patches(view<const float, 4> x, const geometry& g, view<float, 2> out) {
  // TODO(lesson13.3): write a kernel above this function, and launch it here.
}
