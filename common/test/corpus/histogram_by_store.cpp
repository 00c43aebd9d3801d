// A histogram by load and store: lanes with equal keys meet.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Histogram {
  KW_KERNEL void operator()(program auto tl, const std::int32_t* keys, std::int32_t* counts) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto key = tl.load(keys + offsets) % 8;
    auto count = tl.load(counts + key);
    tl.store(counts + key, count + 1);
  }
};

const corpus::planted mistake([] {
  const auto keys = corpus::numbers<std::int32_t>(64);
  const buffer<std::int32_t> counts(cpu_device, {8}, std::vector<std::int32_t>(8, 0));
  launch(cpu_device, grid(1), Histogram<64>{}, keys.cview(), counts.view());
});

}  // namespace
