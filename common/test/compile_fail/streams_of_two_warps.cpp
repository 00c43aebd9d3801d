// Two warps for a kernel whose tiles a Hopper GPU would stream.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<float> out) const {
    tl.store(out.tile(shape<16, 16>, 0, 0), tl.zeros(shape<16, 16>));
  }
};

void run(view<float, 2> out) {
  launch<2>(out.device(), grid(1), Kernel{}, tensor_descriptor(out));
}

/* The message:
common/test/compile_fail/streams_of_two_warps.cpp:13:3: error: a kernel that streams has 4, 8, 12 or 16 warps: four at a time multiply together
  13 | launch<2>(out.device(), grid(1), Kernel{}, tensor_descriptor(out));
     | ^~~~~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
