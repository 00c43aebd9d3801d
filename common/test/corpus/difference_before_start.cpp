// The first element has none before it; the mask looks only at the end.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Difference {
  KW_KERNEL void operator()(program auto tl, const std::int32_t* x, std::int32_t* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto here = tl.load(x + offsets, mask, 0);
    auto before = tl.load(x + (offsets - 1), mask, 0);
    tl.store(out + offsets, here - before, mask);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<std::int32_t>(300);
  const buffer<std::int32_t> out(cpu_device, {300});
  launch(cpu_device, grid(cdiv(300, 128)), Difference<128>{}, x.cview(), out.view(), 300);
});

}  // namespace
