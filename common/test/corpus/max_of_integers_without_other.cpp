// Integers again: a 0 would win over negative elements.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct RowMax {
  KW_KERNEL void operator()(program auto tl, const std::int8_t* x, std::int32_t* out,
                            int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * n_cols + cols, mask);
    tl.store(out + row, tl.max(v));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<std::int8_t>(6, 100);
  const buffer<std::int32_t> out(cpu_device, {6});
  launch(cpu_device, grid(6), RowMax<128>{}, x.cview(), out.view(), 100);
});

}  // namespace
