// A program has 4 x 16 elements of a vector, and begins as many elements on as it has rows.
#include "planted.hpp"

namespace {

using namespace kw;

struct Copy {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto i = tl.program_id(0) * 4 + tl.arange(size<4>)(_, None) * 16 + tl.arange(size<16>)(None, _);
    tl.store(out + i, tl.load(x + i, i < n), i < n);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(128);
  const buffer<float> out(cpu_device, {128});
  launch(cpu_device, grid(2), Copy{}, x.view(), out.view(), 128);
});

}  // namespace
