// Lesson 15, task 4: the gradient of the loss.
// Page: lessons/15_small_model/README.md   Check while you edit: ./course watch lesson15.4
//
//   dx[r, c] = (softmax(x[r, :])[c] - (1 if c == target[r] else 0)) * scale
//
// x and dx are [rows, columns], columns <= 1024, and target is [rows]. Scores may be as large as
// 10,000. The kernel, its parameters and its launch are yours to write.
#include "small_model.hpp"

using namespace kw;

void lesson15::cross_entropy_backward(view<const float, 2> x, view<const int> target, float scale,
                                      view<float, 2> dx) {
  // TODO(lesson15.4): write a kernel above this function, and launch it here.
}
