// Numbers of 8 bits, whose conversions are in a separate header.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float8_e4m3_t* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    tl.store(out + i, v.to(float8e4nv));
  }
};

void run(view<const float> x, view<float8_e4m3_t> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/float8_without_header.cpp:10:23: error: float8 is in a header of its own
  10 | tl.store(out + i, v.to(float8e4nv));
     |                   ^~~~
  Write #include <kernelwright/float8.hpp> above the kernel.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of clang:
common/test/compile_fail/float8_without_header.cpp:15:3: error: float8 is in a header of its own
  15 | launch(out.device(), grid(1), Kernel{}, x, out);
     | ^~~~~~
  Write #include <kernelwright/float8.hpp> above the kernel.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of nvcc:
common/test/compile_fail/float8_without_header.cpp:10: error: float8 is in a header of its own
  10 | tl.store(out + i, v.to(float8e4nv));
     | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  Write #include <kernelwright/float8.hpp> above the kernel.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
