// Blocks of 128 that begin 96 apart.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Square {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 96 + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto a = tl.load(x + offsets, mask);
    tl.store(out + offsets, a * a, mask);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(500);
  const buffer<float> out(cpu_device, {500});
  launch(cpu_device, grid(cdiv(500, 96)), Square<128>{}, x.cview(), out.view(), 500);
});

}  // namespace
