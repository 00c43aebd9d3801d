// The concept of `tl`: kernels and the functions that they call take it, and nothing else fits.
#include "kernel_test.hpp"

namespace program_test {

using namespace kw;

static_assert(!program<int> && !program<float*> && !program<device>);
static_assert(!program<core::index_tile<int, core::tile_shape<8>, 0, 1>>);

struct ProgramTest : kernel_test::KernelTest {};

KW_HD auto offsets_of(const program auto& tl) {
  return tl.program_id(0) * 32 + tl.arange(size<32>);
}

struct Copy {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = offsets_of(tl);
    auto mask = offsets < n;
    copy(tl, x + offsets, out + offsets, mask);
  }

  template <class X, class Out, class Mask>
  static KW_HD void copy(program auto& tl, const X& x, const Out& out, const Mask& mask) {
    tl.store(out, tl.load(x, mask), mask);
  }
};

TEST_F(ProgramTest, KernelsAndTheirFunctionsTakeOne) {
  const auto values = kernel_test::some_values(100);
  const buffer<float> x(here, {100}, values);
  buffer<float> out(here, {100});
  launch(here, grid(cdiv(100, 32)), Copy{}, x.cview(), out.view(), 100);
  EXPECT_EQ(out.download(), values);
}

}  // namespace program_test
