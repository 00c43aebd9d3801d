// A shifted copy onto itself: two arguments share the memory.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Shift {
  KW_KERNEL void operator()(program auto tl, const std::int64_t* x, std::int64_t* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask, 0), mask);
  }
};

const corpus::planted mistake([] {
  const auto memory = corpus::numbers<std::int64_t>(513);
  const view<const std::int64_t> x(memory.data() + 1, {512}, cpu_device);
  const view<std::int64_t> out(memory.data(), {512}, cpu_device);
  launch(cpu_device, grid(4), Shift<128>{}, x, out, 512);
});

}  // namespace
