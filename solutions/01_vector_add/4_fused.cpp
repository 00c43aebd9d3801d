// Lesson 01, task 4: three operations in one pass.
// Page: lessons/01_vector_add/README.md   Check while you edit: ./course watch lesson01.4
//
//   out[i] = (a[i] + b[i]) * c[i] + d[i]     for 0 <= i < n; n is a multiple of BLOCK_SIZE
//
// The sum and the product are tiles, so they stay in registers and never reach memory.
#include "vector_add.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Fused {
  KW_KERNEL void operator()(program auto tl, const float* a, const float* b, const float* c,
                            const float* d, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    // TODO(lesson01.4): what does this program load, and what does it store?
    //{ solution
    auto sum = tl.load(a + offsets) + tl.load(b + offsets);
    auto product = sum * tl.load(c + offsets);
    tl.store(out + offsets, product + tl.load(d + offsets));
    //| tl.store(out + offsets, tl.load(a + offsets));
    //}
  }
};

void lesson01::fused(view<const float> a, view<const float> b, view<const float> c,
                     view<const float> d, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), Fused<kBlockSize>{}, a, b, c, d, out);
}
