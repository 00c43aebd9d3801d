// Lesson 04, task 8: a sum in two passes (stretch).
// Page: lessons/04_reductions/README.md   Check while you edit: ./course watch lesson04.8
//
//   partials[p] = the sum of the share of program p
//   out[0]      = partials[0] + partials[1] + ... + partials[count - 1]
//
// The order of the additions is fixed, so every run gives the same bits. The sums of a program's
// lanes come from sums_of_share, which does what you wrote in task 7.
#include "partial_sums.hpp"
#include "reductions.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct PartialSums {  // the first pass, of as many programs as there are partial sums
  KW_KERNEL void operator()(program auto tl, const float* x, float* partials, int n) const {
    auto acc = lesson04::sums_of_share<BLOCK_SIZE>(tl, x, n);  // [BLOCK_SIZE]
    // TODO(lesson04.8): all programs store to the same place. Where may this one store?
    tl.store(partials, tl.sum(acc));
  }
};

template <int BLOCK_SIZE>
struct FinalSum {  // the second pass, of one program: BLOCK_SIZE is at least count
  KW_KERNEL void operator()(program auto tl, const float* partials, float* out, int count) const {
    auto i = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    // TODO(lesson04.8): this takes only the first partial sum. Which ones belong to the result?
    auto v = tl.load(partials + i, i < 1, 0.0f);
    tl.store(out, tl.sum(v));
  }
};

void lesson04::sum_two_pass(view<const float> x, view<float> partials, view<float> out) {
  constexpr int kTile = 2048;  // a power of two that holds all partial sums
  static_assert(kTile >= kMaxPrograms);
  const int n = narrow<int>(x.extent(0));
  const int programs = programs_for(n);
  launch<16>(out.device(), grid(programs), PartialSums<kBlockSize>{}, x, partials, n);
  launch(out.device(), grid(1), FinalSum<kTile>{}, view<const float>(partials), out, programs);
}
