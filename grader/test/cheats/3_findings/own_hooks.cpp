// Two programs write each element, and it defines the functions by which a program reports its
// accesses: the linker then takes no others from the runtime's archive.
//
// task: lesson03.2
// half: before
// earns: nothing
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * 512 + tl.arange(size<1024>);  // overlaps the next program
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
  }
};

namespace kw::runtime {
void check_access(program&, const access&) {}
void check_row(program&, access_kind, source_place, const void*, int, std::int64_t, int, int, int,
               bool) {}
void check_lanes(program&, access_kind, source_place, const void*, int, const std::int64_t*,
                 const bool*, int, int, bool, bool) {}
void undefined_lanes_stored(program&, source_place, const void*, int, std::int64_t, std::int64_t,
                            int, int, int) {}
void not_finite_stored(program&, source_place, const void*, int, std::int64_t) {}
void lanes_left_undefined(program&, source_place, const void*, int, int, int) {}
bool atomic_again(program&, const void*, const void*, int, void*, int) {
  return false;
}
void note_atomic(program&, const void*, const void*, int, const void*, int) {}
void note_barrier(program&) {}
void report_misuse(program&, source_place, misuse) {}
}  // namespace kw::runtime

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 512)), MaskedAdd{}, x, y, out, n);
}
