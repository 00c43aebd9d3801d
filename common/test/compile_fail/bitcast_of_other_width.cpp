// The bits of a float32 as 64 bits.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v.to(int64, bitcast) >> 3, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/bitcast_of_other_width.cpp:10:29: error: bitcast takes the bits as they are, so both types have the same width, such as float32 and int32, and a mask is not one of them
  10 | tl.store(out + offsets, v.to(int64, bitcast) >> 3, offsets < n);
     |                         ^~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of nvcc:
common/test/compile_fail/bitcast_of_other_width.cpp:10: error: bitcast takes the bits as they are, so both types have the same width, such as float32 and int32, and a mask is not one of them
  10 | tl.store(out + offsets, v.to(int64, bitcast) >> 3, offsets < n);
     | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
