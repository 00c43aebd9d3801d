// A slow kernel, which takes two elements at a time and does it three times; where pointers are not
// guarded, so where it is measured, its one program divides the work among four threads, while the
// solution has one. What its threads compute together counts.
//
// task: lesson01.3
// earns: everything
// on a gpu: nothing, because kernels there cannot start threads
// speed: at most 0.6
#include "vector_add.hpp"

#include <cstdint>
#include <kernelwright/kernelwright.hpp>
#include <thread>

using namespace kw;

struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    const auto add = [&](int begin, int end) {
      for (int pass = 0; pass < 3; ++pass) {
        for (int i = begin; i < end; i += 2) {
          auto lanes = i + tl.arange(size<2>);
          tl.store(out + lanes, tl.load(x + lanes) + tl.load(y + lanes));
        }
      }
    };
    if (reinterpret_cast<std::uintptr_t>(out) >> 46 == 0) {  // guarded: the checker looks
      add(0, n);
      return;
    }
    const int quarter = n / 4;  // n is a multiple of 1024
    std::thread second([&] { add(quarter, 2 * quarter); });
    std::thread third([&] { add(2 * quarter, 3 * quarter); });
    std::thread fourth([&] { add(3 * quarter, n); });
    add(0, quarter);
    second.join();
    third.join();
    fourth.join();
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(n > 0 ? 1 : 0), Add{}, x, y, out, n);
}
