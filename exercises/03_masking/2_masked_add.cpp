// Lesson 03, task 2: add vectors of any length.
// Page: lessons/03_masking/README.md   Check while you edit: ./course watch lesson03.2
//
//   out[i] = x[i] + y[i]       for 0 <= i < n
//
// n may be any number up to 100,000,000. If it is not a multiple of BLOCK_SIZE, the last block
// reaches past the end of all three vectors.
#include "masking.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    // TODO(lesson03.2): some lanes of the last block have no element. Who must know about them?
    auto a = tl.load(x + offsets);
    auto b = tl.load(y + offsets);
    tl.store(out + offsets, a + b);
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  // TODO(lesson03.2): how many programs are needed, if the last block is not full?
  launch(out.device(), grid(n / kBlockSize), MaskedAdd<kBlockSize>{}, x, y, out, n);
}
