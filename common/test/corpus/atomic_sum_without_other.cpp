// Lanes without a value are added up atomically.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct ColumnTotal {
  KW_KERNEL void operator()(program auto tl, const std::int32_t* x, std::int32_t* out,
                            int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * n_cols + cols, mask);
    tl.atomic_add(out, tl.sum(v));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<std::int32_t>(6, 5);
  const buffer<std::int32_t> out(cpu_device, {1}, std::vector<std::int32_t>(1, 0));
  launch(cpu_device, grid(6), ColumnTotal<8>{}, x.cview(), out.view(), 5);
});

}  // namespace
