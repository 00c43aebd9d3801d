// A split of a tile whose last axis has more than two elements.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/shapes.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    auto [a, b] = tl.split(v);
    tl.store(out + i, tl.ravel(tl.join(a, b)));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/split_of_a_row.cpp:11:19: error: tl.split takes a tile whose last axis has extent 2, such as tl.reshape(x, shape<N / 2, 2>), and makes two tiles without that axis
  11 | auto [a, b] = tl.split(v);
     |               ^~~~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
