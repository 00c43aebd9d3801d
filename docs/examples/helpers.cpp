// A function that kernels call.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [helper]
// Also known as swish.
KW_HD auto silu(program auto& tl, const auto& x) {
  return x / (1.0f + tl.exp(-x));
}

struct Silu {
  KW_KERNEL void operator()(program auto tl, const float* x, float* y) const {
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(y + i, silu(tl, tl.load(x + i)));
  }
};
//! [helper]

TEST_F(Examples, FunctionOfOnesOwn) {
  const std::vector<float> zeros(128);
  EXPECT_EQ(run(here, grid(2), Silu{}, zeros, output<float>{128}), zeros);
}

}  // namespace
