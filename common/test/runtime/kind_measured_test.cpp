// A launch runs the kernel as its own file compiled it: see kind_fast_test.cpp. Stores go past the
// caches in kernels that are compiled in this way.
#undef KW_COMPILE_FAST
#include <cstdint>
#include <numeric>
#include <vector>

#include "which_kind.hpp"

TEST(KindOfCode, MeasuredKernelsAreNotReplacedByThoseOfOtherFiles) {
  EXPECT_EQ(runtime_test::kind_of_launch(), 1);
}

namespace {

template <int BLOCK_SIZE>
struct Copy {
  KW_KERNEL void operator()(kw::program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(kw::size<BLOCK_SIZE>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask), mask);
  }
};

/// From the beginning of a buffer that no cache holds.
template <int BLOCK_SIZE>
void check_copy(std::int64_t element_offset) {
  constexpr std::int64_t n = 100'013, none_holds = std::int64_t{9} << 20;
  std::vector<float> values(none_holds);
  std::iota(values.begin(), values.begin() + n, 1.0f);
  const kw::buffer<float> x(kw::cpu_device, {none_holds}, values);
  const kw::buffer<float> out(kw::cpu_device, {n},
                              kw::buffer_layout{.element_offset = element_offset});
  kw::launch(kw::cpu_device, kw::grid(kw::cdiv(n, BLOCK_SIZE)), Copy<BLOCK_SIZE>{}, x.cview(),
             out.view(), static_cast<int>(n));
  values.resize(n);
  EXPECT_EQ(out.download(), values) << "blocks of " << BLOCK_SIZE;
  EXPECT_TRUE(out.guards_intact());
}

}  // namespace

/// In blocks of one streaming store and of many, into aligned and unaligned rows, with a ragged
/// end.
TEST(KindOfCode, MeasuredKernelsStorePastTheCaches) {
  check_copy<1024>(0);
  check_copy<8>(0);
  check_copy<4>(0);
  check_copy<256>(3);
}
