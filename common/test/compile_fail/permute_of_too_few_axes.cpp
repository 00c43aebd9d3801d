// A permutation that leaves an axis out.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/shapes.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    auto m = tl.reshape(v, shape<8, 8>);
    tl.store(out + i, tl.ravel(tl.permute(m, axis<1>)));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/permute_of_too_few_axes.cpp:12:32: error: a permutation names each axis of the tile once, such as tl.permute(x, axis<2>, axis<0>, axis<1>) for a tile of three axes
  12 | tl.store(out + i, tl.ravel(tl.permute(m, axis<1>)));
     |                            ^~~~~~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
