// Two programs write half of the elements. The second store of an element is not reported, but
// stores what is there already, in a page to which stores were reported.
//
// task: lesson03.2
// half: after
// earns: any
// says: memcpy in line
#include "masking.hpp"

#include <cstring>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    runtime::program* p;
    std::memcpy(&p, static_cast<const void*>(&tl), sizeof p);
    auto offsets = tl.program_id(0) * 256 + tl.arange(size<256>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
    auto again = offsets + 128;
    auto sum = tl.load(x + again, again < n) + tl.load(y + again, again < n);
    if (!p->stores_off) {
      auto to = out + again;
      cpu::store_lanes(runtime::followed_pointer(*p, to.base), to.offsets, sum, again < n, false);
    }
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 256)), MaskedAdd{}, x, y, out, n);
}
