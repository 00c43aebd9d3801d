// A row of half a million elements as one tile.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<524288>);
    tl.store(out + i, tl.load(x + i) * 2.0f);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/tile_too_large.cpp:9:23: error: this tile is too large
  9 | tl.store(out + i, tl.load(x + i) * 2.0f);
    |                   ^~~~~~~
  The CPU holds a tile of up to 1 MiB, and a thread of a GPU up to 512 of its elements, so 4 warps
  hold 65,536. Go over the row or the matrix in a loop, a smaller tile at a time; or share the
  tile among more warps, as in launch<16>(...).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
