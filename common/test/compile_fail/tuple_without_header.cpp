// The maximum and its index without the header of tuples.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto v = tl.load(x + tl.arange(size<64>));
    auto [best, place] = tl.max(v, axis<0>, return_indices);
    tl.store(out, best);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/tuple_without_header.cpp:9:26: error: tuples are in a header of their own
  9 | auto [best, place] = tl.max(v, axis<0>, return_indices);
    |                      ^~~~~~
  Write #include <kernelwright/tuple.hpp> above the kernel.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
