// A kernel that captures variables of the launching function.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

void run(view<const float> x, view<float> out) {
  float factor = 2;
  launch(
      out.device(), grid(1),
      [&](auto tl, const float* x, float* out) {
        auto offsets = tl.arange(size<64>);
        tl.store(out + offsets, tl.load(x + offsets) * factor);
      },
      x, out);
}

/* The message:
common/test/compile_fail/lambda_captures.cpp:8:3: error: a lambda that is a kernel must not capture
  8 | launch(
    | ^~~~~~
  It runs as many programs, on a GPU far from this function, where a captured tile or variable
  does not exist: pass it as an argument of launch.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
