// Lesson 14, task 5: rounding by chance (stretch).
// Page: lessons/14_dropout/README.md   Check while you edit: ./course watch lesson14.5
//
//   out[i] = the upper 16 bits of bits(x[i]) + r,   r = the lower 16 bits of randint(seed, i)
//
// A bfloat16 is the upper half of a float32. Cutting the lower half off rounds towards 0; adding a
// random lower half first carries into the upper half as often as the lower half is large.
#include "dropout.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct StochasticRound {
  KW_KERNEL void operator()(program auto tl, const float* x, int seed, bfloat16_t* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = offsets < n;
    auto v = tl.load(x + offsets, mask);
    // TODO(lesson14.5): how does chance decide between the bfloat16 below and the one above?
    tl.store(out + offsets, v, mask);
  }
};

void lesson14::stochastic_round(view<const float> x, int seed, view<bfloat16_t> out) {
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), StochasticRound<kBlockSize>{}, x, seed, out, n);
}
