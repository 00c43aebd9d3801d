// A function for packed numbers, whose header is not included.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const std::uint8_t* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.unpack_uint4(tl.load(x + i));
    tl.store(out + tl.arange(size<128>), v.to(float32));
  }
};

void run(view<const std::uint8_t> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/unpack_without_header.cpp:9:14: error: this function is in a header of its own
  9 | auto v = tl.unpack_uint4(tl.load(x + i));
    |          ^~~~~~~~~~~~~~~
  Write #include <kernelwright/quantised.hpp> above the kernel.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of nvcc:
common/test/compile_fail/unpack_without_header.cpp:9: error: this function is in a header of its own
  9 | auto v = tl.unpack_uint4(tl.load(x + i));
    | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  Write #include <kernelwright/quantised.hpp> above the kernel.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
