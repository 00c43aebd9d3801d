// An atomic operation on bytes.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, std::int8_t* counts) const {
    tl.atomic_add(counts + tl.arange(size<64>), 1);
  }
};

void run(view<std::int8_t> counts) {
  launch(counts.device(), grid(1), Kernel{}, counts);
}

/* The message:
common/test/compile_fail/atomic_on_bytes.cpp:8:5: error: there is no such atomic operation on this element type
  8 | tl.atomic_add(counts + tl.arange(size<64>), 1);
    | ^~~~~~~~~~~~~
  All work on integers of 32 and 64 bits; tl.atomic_add and tl.atomic_cas on all floats;
  tl.atomic_max, tl.atomic_min and tl.atomic_xchg on float32 and float64.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
