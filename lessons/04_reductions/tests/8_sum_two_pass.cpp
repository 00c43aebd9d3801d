// Tests of lesson 04, task 8.
#include <bit>
#include <cmath>

#include "vector_test.hpp"

namespace lesson04 {
namespace {

class SumTwoPass : public vector_test {
 protected:
  static void two_pass(kw::view<const float> x, kw::view<float> out) {
    const kw::buffer<float> partials(out.device(), {programs_for(x.extent(0))});
    sum_two_pass(x, partials.view(), out);
  }
};

TEST_F(SumTwoPass, SeveralBlocks) {
  check(two_pass, 30000);
}

TEST_F(SumTwoPass, Sizes) {
  check_sizes(two_pass);
}

TEST_F(SumTwoPass, UnalignedBase) {
  check_unaligned(two_pass);
}

TEST_F(SumTwoPass, SameBitsTwentyTimes) {
  constexpr std::int64_t n = 3'000'017;
  const kw::buffer<float> x(device(), {n}, kw::testing::make_input<float>(n, 1));
  std::uint32_t first = 0;
  for (int run = 0; run < 20; ++run) {
    const kw::buffer<float> out(device(), {1});
    two_pass(x.cview(), out.view());
    const float sum = out.download()[0];
    ASSERT_FALSE(std::isnan(sum)) << "nothing was stored";
    const auto bits = std::bit_cast<std::uint32_t>(sum);
    first = run == 0 ? bits : first;
    ASSERT_EQ(bits, first) << "run " << run << " of a sum that must be the same in every run";
  }
}

TEST_F(SumTwoPass, Large) {
  check_large(two_pass);
}

}  // namespace
}  // namespace lesson04
