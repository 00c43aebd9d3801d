// Random numbers for a tile of floats.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/random.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v * tl.rand(42, v), offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/random_of_floats.cpp:11:33: error: random numbers take integers: a seed, and then the offset of each lane, such as tl.rand(seed, offsets)
  11 | tl.store(out + offsets, v * tl.rand(42, v), offsets < n);
     |                             ^~~~~~~
  Each offset has a number of its own.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
