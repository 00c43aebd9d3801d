// The host keeps statistics of its calls: sums of squares in integers of 128 bits, which it turns
// into a floating-point number for their mean, and back.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <cmath>
#include <cstdio>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

__extension__ using wide = unsigned __int128;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
struct statistics {
  wide squares = 0;
  long long calls = 0;

  void note(long long n) {
    squares += static_cast<wide>(n) * static_cast<wide>(n);
    ++calls;
  }
  double root_mean_square() const {
    return std::sqrt(static_cast<double>(squares) / static_cast<double>(calls));
  }
};
statistics of_calls;
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  of_calls.note(out.extent(0));
  const double usual = of_calls.root_mean_square();
  const wide rounded = static_cast<wide>(usual);
  if (out.extent(0) > 0 && rounded == 0) {
    std::printf("the statistics are wrong: %g\n", usual);
    return;
  }
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
