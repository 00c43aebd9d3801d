// expect: the mask has more lanes than the tile of pointers it belongs to
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto rows = tl.arange(size<8>);
    auto mask = (rows(_, None) < n) & (offsets(None, _) < n);
    tl.store(out + offsets, tl.load(x + offsets), mask);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}
