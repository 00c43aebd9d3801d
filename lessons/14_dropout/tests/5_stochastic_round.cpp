// Tests of elective 14, task 5: every rounding bit for bit, and that none is biased.
#include "dropout_test.hpp"

namespace lesson14 {
namespace {

bool check_rounding(const std::vector<float>& x, int seed, int offset = 0) {
  const vector_case c{static_cast<std::int64_t>(x.size()), offset, offset};
  const auto want = [&](std::int64_t i) { return reference::stochastic_round(x[i], i, seed); };
  return check_entry(shape(c) + ", seed = " + std::to_string(seed), stochastic_round, in(c, x),
                     seed, out(c, want, kExact));
}
bool check_small(const vector_case& c) {
  return check_rounding(input(c.n), 5);
}
bool check_large(const vector_case& c) {
  return check_rounding(make_input<float>(c.n, 1, {-1e30, 1e30}), 6, 1);
}

using StochasticRound = lesson_test;

TEST_F(StochasticRound, ExactValues) {
  std::vector<float> x;
  for (int i = -100; i < 100; ++i) {
    x.push_back(static_cast<float>(i));  // eight bits are enough for them
  }
  check_rounding(x, 1);
}

TEST_F(StochasticRound, OneThird) {
  check_rounding(std::vector<float>(3000, 1.0f / 3), 2);
}

const tests<vector_case> stochastic_round_tests = {
    "StochasticRound",
    {
        {"Sizes", check_small, lengths_around(kBlockSize)},
        {"Sizes", check_large, lengths_around(kBlockSize)},
        {"AnyShape", check_large, lengths_up_to(40000)},
    },
};

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
