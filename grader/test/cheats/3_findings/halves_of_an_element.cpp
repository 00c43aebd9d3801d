// After a right kernel there is one whose programs race: half of them store the sums once more, and
// the others load and store the same bytes as elements of 16 bits, through a second view.
//
// task: lesson03.2
// earns: nothing
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
  }
};

struct Race {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            float16_t* halves, int n) const {
    int block = tl.program_id(0) / 2;
    if (tl.program_id(0) % 2 == 0) {
      auto offsets = block * 1024 + tl.arange(size<1024>);
      auto mask = offsets < n;
      tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
    } else {
      auto places = block * 2048 + tl.arange(size<2048>);
      auto mask = places < 2 * n;
      tl.store(halves + places, tl.load(halves + places, mask), mask);
    }
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  const int blocks = cdiv(n, 1024);
  launch(out.device(), grid(blocks), MaskedAdd{}, x, y, out, n);
  const view<float16_t> halves(reinterpret_cast<float16_t*>(out.data()), {2 * std::int64_t{n}},
                               out.device());
  launch(out.device(), grid(2 * blocks), Race{}, x, y, out, halves, n);
}
