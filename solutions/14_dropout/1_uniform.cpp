// Lesson 14, task 1: a random number for each element.
// Page: lessons/14_dropout/README.md   Check while you edit: ./course watch lesson14.1
//
//   out[i] = rand(seed, i)     for 0 <= i < n
//
// tl.rand(seed, offsets) gives each lane the number that belongs to the seed and to the lane's
// offset. The same seed and the same offset always give the same number.
#include "dropout.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Uniform {
  KW_KERNEL void operator()(program auto tl, int seed, float* out, int n) const {
    auto lanes = tl.arange(size<BLOCK_SIZE>);              // [BLOCK_SIZE]
    auto offsets = tl.program_id(0) * BLOCK_SIZE + lanes;  // [BLOCK_SIZE]
    // TODO(lesson14.1): every block draws the same numbers. What tells the elements of out apart?
    //{ solution
    auto numbers = tl.rand(seed, offsets);
    //| auto numbers = tl.rand(seed, lanes);
    //}
    tl.store(out + offsets, numbers, offsets < n);
  }
};

void lesson14::uniform(int seed, view<float> out) {
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), Uniform<kBlockSize>{}, seed, out, n);
}
