// A histogram with fewer bins than there are keys.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Histogram {
  KW_KERNEL void operator()(program auto tl, const int* keys, int* bins, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto key = tl.load(keys + offsets, mask, 0);
    tl.atomic_add(bins + key, 1, mask);
  }
};

const corpus::planted mistake([] {
  const auto keys = corpus::numbers<int>(200);
  const buffer<int> bins(cpu_device, {64}, std::vector<int>(64));
  launch(cpu_device, grid(4), Histogram<64>{}, keys.cview(), bins.view(), 200);
});

}  // namespace
