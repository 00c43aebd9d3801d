// Two programs write each element. It specialises the template that reports accesses for its own
// tiles, and the special one does nothing.
//
// task: lesson03.2
// half: after
// earns: nothing
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

using offsets_of_tile = core::index_tile<int, core::tile_shape<1024>, 0, 1, cpu::backend>;
using pointers_of_tile = core::pointer_tile<float, offsets_of_tile>;
using mask_of_tile = core::bound_mask<core::comparison::less, offsets_of_tile>;

template <>
inline void cpu::record<pointers_of_tile, mask_of_tile>(runtime::program&, runtime::access_kind,
                                                        const pointers_of_tile&,
                                                        const mask_of_tile&, source_place) {}

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
