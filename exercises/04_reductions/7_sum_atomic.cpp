// Lesson 04, task 7: the sum of a long vector.
// Page: lessons/04_reductions/README.md   Check while you edit: ./course watch lesson04.7
//
//   out[0] = x[0] + x[1] + ... + x[n - 1]
//
// P programs share the vector. Program p takes blocks p, p + P, p + 2P, ... of BLOCK_SIZE elements
// each, and then adds the sum of its share to out[0].
#include "reductions.hpp"

using namespace kw;

struct SetZero {  // out[0] = 0
  KW_KERNEL void operator()(program auto tl, float* out) const { tl.store(out, 0.0f); }
};

template <int BLOCK_SIZE>
struct SumAtomic {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto acc = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    // TODO(lesson04.7): this sums only the first block of the share, and then overwrites the sums
    // of other programs. How far is it to the next block of the share?
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    acc += tl.load(x + offsets, offsets < n, 0.0f);
    tl.store(out, tl.sum(acc));
  }
};

void lesson04::sum_atomic(view<const float> x, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  // TODO(lesson04.7): out[0] holds anything before the call. What must be there first?
  launch<16>(out.device(), grid(programs_for(n)), SumAtomic<kBlockSize>{}, x, out, n);
}
