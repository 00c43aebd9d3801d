// .to(float).
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v.to(float));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/type_for_dtype.cpp:10:34: error: float is a type of C++, but this place needs a value
  10 | tl.store(out + offsets, v.to(float));
     |                              ^~~~~
  Element types are values: float32, float16, bfloat16, int32, dtype<T>{}.
  Try: float32
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
