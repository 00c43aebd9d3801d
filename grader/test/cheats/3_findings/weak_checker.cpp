// Two programs write each element. It defines the functions that report accesses once more, weak,
// as if they were a header's, in the hope that a weak definition is nobody's business.
//
// task: lesson03.2
// earns: nothing
// says: which is not its own
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

namespace kw::runtime {
[[gnu::weak]] void check_row(program&, access_kind, source_place, const void*, int, std::int64_t,
                             int, int, int, bool) {}
[[gnu::weak]] void check_access(program&, const access&) {}
}  // namespace kw::runtime

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * 512 + tl.arange(size<1024>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 512)), MaskedAdd{}, x, y, out, n);
}
