// The kernel loads from the output, which holds nothing yet.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Scale {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto a = tl.load(out + offsets);
    tl.store(out + offsets, a * 3.0f);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  const buffer<float> out(cpu_device, {256});
  launch(cpu_device, grid(2), Scale<128>{}, x.cview(), out.view());
});

}  // namespace
