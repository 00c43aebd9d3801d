// Lesson 14, task 3: the gradient of dropout, without a stored mask.
// Page: lessons/14_dropout/README.md   Check while you edit: ./course watch lesson14.3
//
//   dx[i] = dy[i] / (1 - p)    where dropout kept element i
//   dx[i] = 0                  elsewhere
//
// The mask was not stored. The kernel, its parameters and its launch are yours to write.
#include "dropout.hpp"

using namespace kw;

//{ solution
template <int BLOCK_SIZE>
struct DropoutBackward {
  KW_KERNEL void operator()(program auto tl, const float* dy, float p, int seed, float* dx,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = offsets < n;
    auto keep = tl.rand(seed, offsets) >= p;  // the forward pass drew the same numbers
    auto gradient = tl.load(dy + offsets, mask) / (1.0f - p);
    tl.store(dx + offsets, tl.where(keep, gradient, 0.0f), mask);
  }
};

//}
void lesson14::dropout_backward(view<const float> dy, float p, int seed, view<float> dx) {
  // TODO(lesson14.3): write a kernel above this function, and launch it here.
  //{ solution
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(dx.extent(0));
  launch(dx.device(), grid(cdiv(n, kBlockSize)), DropoutBackward<kBlockSize>{}, dy, p, seed, dx, n);
  //}
}
