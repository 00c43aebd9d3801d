// Lesson 03, task 5: ReLU.
// Page: lessons/03_masking/README.md   Check while you edit: ./course watch lesson03.5
//
//   out[i] = x[i]  where x[i] > 0      out[i] = 0  elsewhere, for 0 <= i < n
//
// A neural network applies this between its layers. n may be any number up to 100,000,000. The
// kernel, its parameters and its launch are yours to write.
#include "masking.hpp"

using namespace kw;

//{ solution
template <int BLOCK_SIZE>
struct Relu {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = offsets < n;                                                     // [BLOCK_SIZE]
    tl.store(out + offsets, tl.maximum(tl.load(x + offsets, mask), 0.0f), mask);
  }
};

//}
void lesson03::relu(view<const float> x, view<float> out) {
  // TODO(lesson03.5): write a kernel above this function, and launch it here.
  //{ solution
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), Relu<kBlockSize>{}, x, out, n);
  //}
}
