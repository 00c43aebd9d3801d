// One pass where the task has two: each program stores its sum, and reads those of all others; who
// finds all of them stores the result. The launch gets the partial sums as an input, and the kernel
// takes the const off to store there.
//
// task: lesson04.8
// earns: nothing
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>
#include <limits>

#include "partial_sums.hpp"

using namespace kw;

struct Forget {
  KW_KERNEL void operator()(program auto tl, float* partials, float* out, int count) const {
    constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
    auto i = tl.arange(size<2048>);
    tl.store(partials + i, kNothing, i < count);
    tl.store(out, 0.0f);
  }
};

template <int BLOCK_SIZE>
struct LastOneSums {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* partials, float* out,
                            int n) const {
    auto acc = lesson04::sums_of_share<BLOCK_SIZE>(tl, x, n);
    tl.store(const_cast<float*>(partials) + tl.program_id(0), tl.sum(acc));
    auto i = tl.arange(size<2048>);
    auto all = tl.load(partials + i, i < tl.num_programs(0), 0.0f);
    if (tl.max(tl.where(all == all, 0, 1)) == 0) {
      tl.store(out, tl.sum(all));
    }
  }
};

void lesson04::sum_two_pass(view<const float> x, view<float> partials, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  const int programs = programs_for(n);
  launch(out.device(), grid(1), Forget{}, partials, out, programs);
  launch<16>(out.device(), grid(programs), LastOneSums<kBlockSize>{}, x,
             view<const float>(partials), out, n);
}
