// Divides by a tile of counts, some of which are 0.
#include "planted.hpp"

namespace {

using namespace kw;

struct Averages {
  KW_KERNEL void operator()(program auto tl, const std::int32_t* sums, const std::int32_t* counts,
                            std::int32_t* out) const {
    auto lanes = tl.arange(size<32>);
    auto sum = tl.load(sums + lanes);
    auto count = tl.load(counts + lanes);
    tl.store(out + lanes, sum / count);
  }
};

const corpus::planted mistake([] {
  const auto sums = corpus::numbers<std::int32_t>(32), counts = corpus::numbers<std::int32_t>(32);
  const buffer<std::int32_t> out(cpu_device, {32});
  launch(cpu_device, grid(1), Averages{}, sums.cview(), counts.cview(), out.view());
});

}  // namespace
