// Lesson 03, task 5: ReLU.
// Page: lessons/03_masking/README.md   Check while you edit: ./course watch lesson03.5
//
//   out[i] = x[i]  where x[i] > 0      out[i] = 0  elsewhere, for 0 <= i < n
//
// A neural network applies this between its layers. n may be any number up to 100,000,000. The
// kernel, its parameters and its launch are yours to write.
#include "masking.hpp"

using namespace kw;

void lesson03::relu(view<const float> x, view<float> out) {
  // TODO(lesson03.5): write a kernel above this function, and launch it here.
}
