// Lesson 03, task 6: reverse a vector.
// Page: lessons/03_masking/README.md   Check while you edit: ./course watch lesson03.6
//
//   out[i] = x[n - 1 - i]      for 0 <= i < n
//
// n may be any number up to 100,000,000. The kernel, its parameters and its launch are yours to
// write.
#include "masking.hpp"

using namespace kw;

void lesson03::reverse(view<const float> x, view<float> out) {
  // TODO(lesson03.6): each program writes one block of out. Which elements of x does it need?
}
