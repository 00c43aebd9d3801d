// Indices with fewer axes than the tile.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/shapes.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    auto m = tl.reshape(v, shape<8, 8>);
    tl.store(out + i, tl.gather(m, i, axis<0>));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/gather_of_other_shape.cpp:12:23: error: tl.gather takes indices with as many axes as the tile has, and with its extents except along the axis that they count along
  12 | tl.store(out + i, tl.gather(m, i, axis<0>));
     |                   ^~~~~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
