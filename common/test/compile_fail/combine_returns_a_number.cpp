// A function that combines two tiles and returns one number.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/tuple.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    auto combine = [](auto a1, auto b1, auto a2, auto b2) { return a1 * b1 + a2 * b2; };
    auto [a, b] = tl.associative_scan(tuple(v, v), axis<0>, combine);
    tl.store(out + i, a + b);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/combine_returns_a_number.cpp:12:19: error: the function that combines tuples returns a tuple of as many values as there are tiles, such as tuple(a1 * a2, b1 * a2 + b2)
  12 | auto [a, b] = tl.associative_scan(tuple(v, v), axis<0>, combine);
     |               ^~~~~~~~~~~~~~~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
