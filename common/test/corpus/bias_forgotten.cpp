// The bias is a parameter, and nothing adds it.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct AddBias {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* bias, float* out,
                            int n_cols) const {
    auto row = tl.program_id(0) * n_cols;
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row + cols, mask);
    tl.store(out + row + cols, v, mask);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(4, 50);
  const auto bias = corpus::numbers<float>(50);
  const buffer<float, 2> out(cpu_device, {4, 50});
  launch(cpu_device, grid(4), AddBias<64>{}, x.cview(), bias.cview(), out.view(), 50);
});

}  // namespace
