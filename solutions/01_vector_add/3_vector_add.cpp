// Lesson 01, task 3: add two vectors.
// Page: lessons/01_vector_add/README.md   Check while you edit: ./course watch lesson01.3
//
//   out[i] = x[i] + y[i]     for 0 <= i < n; n is a multiple of BLOCK_SIZE
//
// A program computes one block of out. Its tiles `a` and `b` hold a block of x and of y.
#include "vector_add.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    // TODO(lesson01.3): which elements does this program own, and what does it store there?
    //{ solution
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto a = tl.load(x + offsets);
    auto b = tl.load(y + offsets);
    tl.store(out + offsets, a + b);
    //| auto offsets = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    //| auto a = tl.load(x + offsets);
    //| tl.store(out + offsets, a);
    //}
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  // TODO(lesson01.3): how many programs does it take to own all of out?
  //{ solution
  auto programs = out.extent(0) / kBlockSize;
  //| auto programs = 1;
  //}
  launch(out.device(), grid(programs), VectorAdd<kBlockSize>{}, x, y, out);
}
