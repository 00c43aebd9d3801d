// Lesson 14, task 2: dropout.
// Page: lessons/14_dropout/README.md   Check while you edit: ./course watch lesson14.2
//
//   out[i] = x[i] / (1 - p)    where rand(seed, i) >= p
//   out[i] = 0                 elsewhere
//
// So a share p of the elements is dropped, and the sum stays about what it was.
#include "dropout.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Dropout {
  KW_KERNEL void operator()(program auto tl, const float* x, float p, int seed, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = offsets < n;
    auto v = tl.load(x + offsets, mask);
    // TODO(lesson14.2): which elements stay, and by what must those be scaled?
    //{ solution
    auto keep = tl.rand(seed, offsets) >= p;  // [BLOCK_SIZE], true and false
    auto result = tl.where(keep, v / (1.0f - p), 0.0f);
    //| auto result = v;
    //}
    tl.store(out + offsets, result, mask);
  }
};

void lesson14::dropout(view<const float> x, float p, int seed, view<float> out) {
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), Dropout<kBlockSize>{}, x, p, seed, out, n);
}
