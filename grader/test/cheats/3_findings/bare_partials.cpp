// No atomic operation. Each program stores the sum of its share, and then reads the sums of all
// others: whoever finds all of them there stores the result. On a GPU several programs may find
// them, or read old ones; here exactly one does, whatever the order in which programs run.
//
// task: lesson04.7
// half: after
// earns: nothing
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>
#include <limits>
#include <vector>

#include "partial_sums.hpp"

using namespace kw;

struct SetZero {
  KW_KERNEL void operator()(program auto tl, float* out) const { tl.store(out, 0.0f); }
};

template <int BLOCK_SIZE>
struct LastOneSums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* partials, float* out,
                            int n) const {
    auto acc = lesson04::sums_of_share<BLOCK_SIZE>(tl, x, n);
    tl.store(partials + tl.program_id(0), tl.sum(acc));
    tl.barrier();
    auto i = tl.arange(size<2048>);
    auto all = tl.load(partials + i, i < tl.num_programs(0), 0.0f);
    if (tl.max(tl.where(all == all, 0, 1)) == 0) {  // no NaN is left: all have stored
      tl.store(out, tl.sum(all));
    }
  }
};

void lesson04::sum_atomic(view<const float> x, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  std::vector<float> partials(2048, std::numeric_limits<float>::quiet_NaN());
  launch<1>(out.device(), grid(1), SetZero{}, out);
  launch<16>(out.device(), grid(programs_for(n)), LastOneSums<kBlockSize>{}, x, partials.data(),
             out, n);
}
