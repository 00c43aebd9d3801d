// Tests of elective 14, task 5: every rounding bit for bit, and that none is biased.
#include "dropout_test.hpp"

namespace lesson14 {
namespace {

class StochasticRound : public kw::testing::lesson_test {
 protected:
  bool check(const std::vector<float>& x, int seed, int offset = 0) {
    const auto n = static_cast<std::int64_t>(x.size());
    const kw::buffer<float> x_buffer(device(), {n}, x, {.element_offset = offset});
    const kw::buffer<kw::bfloat16_t> out(device(), {n}, {.element_offset = offset});
    stochastic_round(x_buffer.cview(), seed, out.view());
    return check_close(out, reference::stochastic_round(x, seed), kExact,
                       "n = " + std::to_string(n) + ", seed = " + std::to_string(seed));
  }
};

TEST_F(StochasticRound, ExactValues) {
  std::vector<float> x;
  for (int i = -100; i < 100; ++i) {
    x.push_back(static_cast<float>(i));  // eight bits are enough for them
  }
  check(x, 1);
}

TEST_F(StochasticRound, OneThird) {
  check(std::vector<float>(3000, 1.0f / 3), 2);
}

TEST_F(StochasticRound, Sizes) {
  check_until_failure(kw::testing::awkward_sizes(kBlockSize), [&](std::int64_t n) {
    return check(input(n), 5) && check(make_input<float>(n, 1, {-1e30, 1e30}), 6, 1);
  });
}

TEST_F(StochasticRound, MeanIsTheValue) {
  constexpr std::int64_t kCount = 100'000;
  constexpr float kValue = 1.0f + 0x1p-7f * 0.3f;  // 0.3 of the way from 1 to the next bfloat16
  const kw::buffer<float> x(device(), {kCount}, std::vector<float>(kCount, kValue));
  const kw::buffer<kw::bfloat16_t> out(device(), {kCount});
  stochastic_round(x.cview(), 3, out.view());
  int up = 0;
  for (const kw::bfloat16_t value : out.download()) {
    up += kw::to_float(value) > 1.0f ? 1 : 0;
  }
  EXPECT_NEAR(up, 0.3 * kCount, five_sigma(kCount, 0.3)) << "roundings up among " << kCount;
}

}  // namespace
}  // namespace lesson14
