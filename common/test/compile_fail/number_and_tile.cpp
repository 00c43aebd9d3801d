// A number to which a tile is added.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
      sum += tl.load(x + k + offsets);
    }
    tl.store(out, sum);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/number_and_tile.cpp:11:11: error: sum is one number, so a tile cannot be added to it in place
  11 | sum += tl.load(x + k + offsets);
     |     ^~
  A variable that will hold a tile must begin as a tile.
  Try: auto sum = tl.zeros(size<BLOCK_SIZE>);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
