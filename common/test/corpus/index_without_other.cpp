// A lane without a value is used as an index.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Gather {
  KW_KERNEL void operator()(program auto tl, const float* table, const std::int32_t* index,
                            float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto i = tl.load(index + offsets, mask);
    auto v = tl.load(table + i);
    tl.store(out + offsets, v, mask);
  }
};

const corpus::planted mistake([] {
  const auto table = corpus::numbers<float>(100);
  const auto index = corpus::numbers<std::int32_t>(50);
  const buffer<float> out(cpu_device, {50});
  launch(cpu_device, grid(1), Gather<64>{}, table.cview(), index.cview(), out.view(), 50);
});

}  // namespace
