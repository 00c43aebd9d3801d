// Lesson 10, task 6: a matrix and the transpose of another one.
// Page: lessons/10_why_slow/README.md   Check while you edit: ./course watch lesson10.6
//
//   out[r, c] = a[r, c] + b[c, r]
//
// a and out are [rows, columns], b is [columns, rows]. The page has a kernel for this that
// moves 3.3 bytes for each byte that is needed. At most 1.1 may be. The kernel, its parameters and
// its launch are yours to write.
#include "why_slow.hpp"

using namespace kw;

void lesson10::add_transposed(view<const float, 2> a, view<const float, 2> b, view<float, 2> out) {
  // TODO(lesson10.6): write a kernel above this function, and launch it here.
}
