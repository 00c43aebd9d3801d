// Lesson 05, task 6: cross-entropy.
// Page: lessons/05_softmax/README.md   Check while you edit: ./course watch lesson05.6
//
//   loss[r] = log(sum(exp(x[r, :]))) - x[r, target[r]]      x: [rows, columns], columns <= 1024
//
// The loss of a classifier: row r holds a score for each class, target[r] is the right class, and
// loss[r] is -log(the softmax of the row at the target). Scores may be as large as 10,000.
#include "softmax.hpp"

using namespace kw;

void lesson05::cross_entropy(view<const float, 2> x, view<const std::int32_t> target,
                             view<float> loss) {
  // TODO(lesson05.6): what does one program compute? Write that kernel above, and launch it here.
}
