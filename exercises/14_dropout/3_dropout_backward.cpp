// Lesson 14, task 3: the gradient of dropout, without a stored mask.
// Page: lessons/14_dropout/README.md   Check while you edit: ./course watch lesson14.3
//
//   dx[i] = dy[i] / (1 - p)    where dropout kept element i
//   dx[i] = 0                  elsewhere
//
// The mask was not stored. The kernel, its parameters and its launch are yours to write.
#include "dropout.hpp"

using namespace kw;

void lesson14::dropout_backward(view<const float> dy, float p, int seed, view<float> dx) {
  // TODO(lesson14.3): write a kernel above this function, and launch it here.
}
