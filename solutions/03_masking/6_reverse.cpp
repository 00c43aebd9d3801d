// Lesson 03, task 6: reverse a vector.
// Page: lessons/03_masking/README.md   Check while you edit: ./course watch lesson03.6
//
//   out[i] = x[n - 1 - i]      for 0 <= i < n
//
// n may be any number up to 100,000,000. The kernel, its parameters and its launch are yours to
// write.
#include "masking.hpp"

using namespace kw;

//{ solution
template <int BLOCK_SIZE>
struct Reverse {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = offsets < n;                                                     // [BLOCK_SIZE]
    tl.store(out + offsets, tl.load(x + (n - 1 - offsets), mask), mask);
  }
};

//}
void lesson03::reverse(view<const float> x, view<float> out) {
  // TODO(lesson03.6): each program writes one block of out. Which elements of x does it need?
  //{ solution
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), Reverse<kBlockSize>{}, x, out, n);
  //}
}
