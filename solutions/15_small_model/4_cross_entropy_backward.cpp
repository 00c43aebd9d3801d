// Lesson 15, task 4: the gradient of the loss.
// Page: lessons/15_small_model/README.md   Check while you edit: ./course watch lesson15.4
//
//   dx[r, c] = (softmax(x[r, :])[c] - (1 if c == target[r] else 0)) * scale
//
// x and dx are [rows, columns], columns <= 1024, and target is [rows]. Scores may be as large as
// 10,000. The kernel, its parameters and its launch are yours to write.
#include "small_model.hpp"

using namespace kw;

//{ solution
template <int BLOCK_SIZE>
struct CrossEntropyBackward {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const int* target,
                            float scale, array<float, 2> dx) const {
    int row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, -inf);
    auto e = tl.exp(v - tl.max(v));
    auto share = e / tl.sum(e);
    auto right = tl.where(cols == tl.load(target + row), 1.0f, 0.0f);
    tl.store(dx.row(row) + cols, (share - right) * scale, mask);
  }
};

//}
void lesson15::cross_entropy_backward(view<const float, 2> x, view<const int> target, float scale,
                                      view<float, 2> dx) {
  // TODO(lesson15.4): write a kernel above this function, and launch it here.
  //{ solution
  const auto run = [&](auto kernel) {
    launch(dx.device(), grid(dx.extent(0)), kernel, x, target, scale, dx);
  };
  if (x.extent(1) <= 64) {
    run(CrossEntropyBackward<64>{});
  } else {
    run(CrossEntropyBackward<kMostCharacters>{});
  }
  //}
}
