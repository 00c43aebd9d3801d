// x[offsets] for a load.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = x[offsets];
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/subscript_of_pointer.cpp:9:14: error: a tile of addresses is read with tl.load and written with tl.store
  9 | auto v = x[offsets];
    |          ^~~~~~~~~~
  A pointer plus a tile of offsets is one address per lane; brackets and * are for a single
  address.
  Try: tl.load(x + offsets)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
