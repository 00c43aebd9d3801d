// Lesson 05, task 6: cross-entropy.
// Page: lessons/05_softmax/README.md   Check while you edit: ./course watch lesson05.6
//
//   loss[r] = log(sum(exp(x[r, :]))) - x[r, target[r]]      x: [rows, columns], columns <= 1024
//
// The loss of a classifier: row r holds a score for each class, target[r] is the right class, and
// loss[r] is -log(the softmax of the row at the target). Scores may be as large as 10,000.
#include "softmax.hpp"

using namespace kw;

//{ solution
template <int BLOCK_SIZE>
struct CrossEntropy {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const std::int32_t* target,
                            float* loss) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto v = tl.load(x.row(row) + cols, cols < x.columns(), -inf);
    float largest = tl.max(v);
    float sum = tl.sum(tl.exp(v - largest));
    float right = tl.load(x.row(row) + tl.load(target + row));
    tl.store(loss + row, tl.log(sum) + (largest - right));
  }
};

//}
void lesson05::cross_entropy(view<const float, 2> x, view<const std::int32_t> target,
                             view<float> loss) {
  // TODO(lesson05.6): what does one program compute? Write that kernel above, and launch it here.
  //{ solution
  launch(loss.device(), grid(loss.extent(0)), CrossEntropy<1024>{}, x, target, loss);
  //}
}
