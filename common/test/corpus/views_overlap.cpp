// Input and output are parts of one buffer, four elements apart.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Twice {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) * 2.0f);
  }
};

const corpus::planted mistake([] {
  const auto all = corpus::numbers<float>(68);
  const view<const float> x(all.view().data(), {64}, cpu_device);
  const view<float> out(all.view().data() + 4, {64}, cpu_device);
  launch(cpu_device, grid(1), Twice<64>{}, x, out);
});

}  // namespace
