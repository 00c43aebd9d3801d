// ?: chooses between tiles of different shapes.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int ROWS, int COLS, bool DOWN>
struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto rows = tl.arange(size<ROWS>);
    auto cols = tl.arange(size<COLS>);
    auto offsets = DOWN ? rows : cols;
    tl.store(out + offsets, tl.load(x + offsets));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel<32, 64, true>{}, x, out);
}

/* The message:
common/test/compile_fail/choice_between_shapes.cpp:11:20: error: ?: cannot choose between tiles of two shapes, because the shape is a part of the type
  11 | auto offsets = DOWN ? rows : cols;
     |                ^~~~~~
  DOWN is known when the kernel is compiled. So choose with if constexpr, and do in each branch
  what needs its tile.
  Try: if constexpr (DOWN) { ... } else { ... }
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
