// No masks for loads: the views that it launches with say that the vectors go on to the end of the
// last block, so the checker has the wrong idea of where they end.
//
// task: lesson03.2
// earns: nothing
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets), offsets < n);
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  const std::int64_t blocks = cdiv(n, 1024), whole = blocks * 1024;
  launch(out.device(), grid(blocks), MaskedAdd{}, view<const float>(x.data(), {whole}, x.device()),
         view<const float>(y.data(), {whole}, y.device()), out, n);
}
