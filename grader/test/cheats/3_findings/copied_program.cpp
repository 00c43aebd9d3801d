// Two programs write each element, through the context of a copied program with another number.
//
// task: lesson03.2
// earns: nothing
#include "masking.hpp"

#include <cstring>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    runtime::program* p;
    std::memcpy(&p, static_cast<const void*>(&tl), sizeof p);
    runtime::program copy = *p;
    copy.index = 0;
    cpu::context other(copy);
    auto offsets = tl.program_id(0) * 512 + tl.arange(size<1024>);
    auto mask = offsets < n;
    auto sum = tl.load(x + offsets, mask) + tl.load(y + offsets, mask);
    other.store(out + offsets, sum, mask);
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 512)), MaskedAdd{}, x, y, out, n);
}
