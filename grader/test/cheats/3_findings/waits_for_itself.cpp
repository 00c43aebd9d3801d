// Each program adds to what the program before it has stored, without waiting for it: right only as
// long as programs run one after the other, from the first to the last. Program 0 waits for a flag
// that it has just raised itself.
//
// task: lesson04.8
// half: after
// earns: nothing
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <vector>

#include "partial_sums.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct ChainOfSums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* sums, int* flag, int n) const {
    int me = tl.program_id(0);
    if (me == 0) {
      tl.atomic_add(flag, 1);
      while (tl.atomic_add(flag, 0) == 0) {
      }
    }
    auto acc = lesson04::sums_of_share<BLOCK_SIZE>(tl, x, n);
    float before = me > 0 ? tl.load(sums + (me - 1)) : 0.0f;
    tl.store(sums + me, before + tl.sum(acc));
  }
};

struct Last {
  KW_KERNEL void operator()(program auto tl, const float* sums, float* out, int count) const {
    tl.store(out, count > 0 ? tl.load(sums + (count - 1)) : 0.0f);
  }
};

void lesson04::sum_two_pass(view<const float> x, view<float>, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  const int programs = programs_for(n);
  std::vector<float> sums(kMaxPrograms);
  const buffer<int> flag(out.device(), {1}, std::vector<int>{0});
  launch<16>(out.device(), grid(programs), ChainOfSums<kBlockSize>{}, x, sums.data(), flag.view(),
             n);
  launch(out.device(), grid(1), Last{}, static_cast<const float*>(sums.data()), out, programs);
}
