// The index of the largest lane, among lanes that hold nothing.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct RowArgmax {
  KW_KERNEL void operator()(program auto tl, const float* x, std::int32_t* out, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * n_cols + cols, mask);
    tl.store(out + row, tl.argmax(v, axis<0>));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(6, 20);
  const buffer<std::int32_t> out(cpu_device, {6});
  launch(cpu_device, grid(6), RowArgmax<32>{}, x.cview(), out.view(), 20);
});

}  // namespace
