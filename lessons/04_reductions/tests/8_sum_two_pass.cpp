// Tests of lesson 04, task 8.
#include <bit>

#include "vector_test.hpp"

namespace lesson04 {
namespace {

void two_pass(kw::view<const float> x, kw::view<float> out) {
  const kw::buffer<float> partials(out.device(), {programs_for(x.extent(0))});
  sum_two_pass(x, partials.view(), out);
}

const tests<vector_case> sum_two_pass_tests = {
    "SumTwoPass",
    {
        {"SeveralBlocks", check_total<two_pass>, {{30000}}},
        {"Sizes", check_total<two_pass>, lengths_around(kBlockSize)},
        {"UnalignedBase", check_total<two_pass>, kUnaligned},
        {"Large", check_total<two_pass>, kLarge},
        {"AnyShape", check_total<two_pass>, lengths_up_to(200000)},
    },
};

using SumTwoPass = lesson_test;

TEST_F(SumTwoPass, SameBitsTwentyTimes) {
  constexpr std::int64_t n = 3'000'017;
  const kw::buffer<float> x(device(), {n}, make_input<float>(n, 1));
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

}  // namespace
}  // namespace lesson04
