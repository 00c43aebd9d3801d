// A second pass by pairs: it uses more scratch memory than the contract provides.
//
// task: lesson04.8
// half: before
// earns: everything
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>

#include "partial_sums.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct PartialSums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* partials, int n) const {
    auto acc = lesson04::sums_of_share<BLOCK_SIZE>(tl, x, n);
    tl.store(partials + tl.program_id(0), tl.sum(acc));
  }
};

template <int BLOCK_SIZE>
struct FinalSum {
  KW_KERNEL void operator()(program auto tl, const float* partials, float* out, int count) const {
    auto total = tl.zeros(size<BLOCK_SIZE>);
    for (int start = 0; start < count; start += BLOCK_SIZE) {
      auto i = start + tl.arange(size<BLOCK_SIZE>);
      total += tl.load(partials + i, i < count, 0.0f);
    }
    tl.store(out, tl.sum(total));
  }
};

void lesson04::sum_two_pass(view<const float> x, view<float> partials, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  const int programs = programs_for(n);
  launch<16>(out.device(), grid(programs), PartialSums<kBlockSize>{}, x, partials, n);
  launch(out.device(), grid(1), FinalSum<256>{}, view<const float>(partials), out, programs);
}
