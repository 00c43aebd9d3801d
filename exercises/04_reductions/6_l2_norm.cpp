// Lesson 04, task 6: the length of each row.
// Page: lessons/04_reductions/README.md   Check while you edit: ./course watch lesson04.6
//
//   out[r] = sqrt(x[r, 0]^2 + x[r, 1]^2 + ... + x[r, n_cols - 1]^2)
//
// x is [n_rows, n_cols] float32, with any row stride and rows of any length. The kernel, its
// parameters and its launch are yours to write.
#include "reductions.hpp"

using namespace kw;

void lesson04::l2_norm(view<const float, 2> x, view<float> out) {
  // TODO(lesson04.6): write a kernel above this function, and launch it here.
}
