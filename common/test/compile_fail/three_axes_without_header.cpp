// A tile of three axes without their header.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    auto i = tl.arange(size<4>);
    auto place = i(_, None, None) * 16 + i(None, _, None) * 4 + i(None, None, _);
    tl.store(out + place, 1.0f);
  }
};

void run(view<float> out) {
  launch(out.device(), grid(1), Kernel{}, out);
}

/* The message:
common/test/compile_fail/three_axes_without_header.cpp:9:18: error: this function is in a header of its own
  9 | auto place = i(_, None, None) * 16 + i(None, _, None) * 4 + i(None, None, _);
    |              ^
  Write #include <kernelwright/shapes.hpp> above the kernel.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of nvcc:
common/test/compile_fail/three_axes_without_header.cpp:9: error: this function is in a header of its own
  9 | auto place = i(_, None, None) * 16 + i(None, _, None) * 4 + i(None, None, _);
    | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  Write #include <kernelwright/shapes.hpp> above the kernel.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
