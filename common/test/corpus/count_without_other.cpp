// A comparison swallows the NaN.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct CountPositive {
  KW_KERNEL void operator()(program auto tl, const float* x, std::int32_t* out, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * n_cols + cols, mask);
    tl.store(out + row, tl.sum(tl.where(v <= 1000.0f, 1, 0)));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(6, 200);
  const buffer<std::int32_t> out(cpu_device, {6});
  launch(cpu_device, grid(6), CountPositive<256>{}, x.cview(), out.view(), 200);
});

}  // namespace
