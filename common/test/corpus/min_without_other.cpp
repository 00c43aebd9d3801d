// The same for a minimum.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct RowMin {
  KW_KERNEL void operator()(program auto tl, const float16_t* x, float* out, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * n_cols + cols, mask);
    tl.store(out + row, tl.min(v.to(float32)));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float16_t>(6, 33);
  const buffer<float> out(cpu_device, {6});
  launch(cpu_device, grid(6), RowMin<64>{}, x.cview(), out.view(), 33);
});

}  // namespace
