// A dropout: the mask that is loaded guards the load, but not the store.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Dropout {
  KW_KERNEL void operator()(program auto tl, const float* x, const std::uint8_t* keep, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto kept = tl.load(keep + offsets, offsets < n, 0) != 0;
    auto v = tl.load(x + offsets, kept);
    tl.store(out + offsets, v, offsets < n);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(100);
  const buffer<std::uint8_t> keep(cpu_device, {100}, [] {
    auto values = corpus::counted<std::uint8_t>(100);
    for (auto& value : values) {
      value %= 2;
    }
    return values;
  }());
  const buffer<float> out(cpu_device, {100});
  launch(cpu_device, grid(2), Dropout<64>{}, x.cview(), keep.cview(), out.view(), 100);
});

}  // namespace
