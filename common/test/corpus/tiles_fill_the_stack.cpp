// Too many large tiles at once: here a function that calls itself.
#include "planted.hpp"

namespace {

using namespace kw;

__attribute__((noinline)) float deep(program auto& tl, const float* x, int levels) {
  auto v = tl.load(x + tl.arange(size<262144>));
  if (levels == 0) {
    return tl.sum(v);
  }
  return tl.sum(v * deep(tl, x, levels - 1));
}

struct TooMuch {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    tl.store(out + tl.program_id(0), deep(tl, x, 200));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(262144);
  const buffer<float> out(cpu_device, {2});
  launch(cpu_device, grid(2), TooMuch{}, x.cview(), out.view());
});

}  // namespace
