// The maximum of a row ignores the lanes without a value, its sum does not.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Softmax {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_cols) const {
    auto row = tl.program_id(0) * n_cols;
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row + cols, mask);
    auto e = tl.exp(v - tl.max(v));
    tl.store(out + row + cols, e / tl.sum(e), mask);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(3, 100);
  const buffer<float, 2> out(cpu_device, {3, 100});
  launch(cpu_device, grid(3), Softmax<128>{}, x.cview(), out.view(), 100);
});

}  // namespace
