// A running sum over programs, which do not wait for each other.
#include "planted.hpp"

namespace {

using namespace kw;

struct RunningTotal {
  KW_KERNEL void operator()(program auto tl, const float* parts, float* totals) const {
    auto p = tl.program_id(0);
    float before = p == 0 ? 0.0f : tl.load(totals + (p - 1));
    tl.store(totals + p, before + tl.load(parts + p));
  }
};

const corpus::planted mistake([] {
  const auto parts = corpus::numbers<float>(8);
  const buffer<float> totals(cpu_device, {8});
  launch(cpu_device, grid(8), RunningTotal{}, parts.cview(), totals.view());
});

}  // namespace
