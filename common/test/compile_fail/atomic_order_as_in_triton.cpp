// The memory order as a string, as in Triton.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, int* lock) const {
    while (tl.atomic_cas(lock, 0, 1, "acquire") == 1) {
    }
  }
};

void run(view<int> lock) {
  launch(lock.device(), grid(1), Kernel{}, lock);
}

/* The message:
common/test/compile_fail/atomic_order_as_in_triton.cpp:8:12: error: after its values an atomic operation takes a mask, a memory order (relaxed, acquire, release or acq_rel) and a scope (cta, gpu or sys)
  8 | while (tl.atomic_cas(lock, 0, 1, "acquire") == 1) {
    |        ^~~~~~~~~~~~~
  This argument is not one of them.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
