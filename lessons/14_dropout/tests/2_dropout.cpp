// Tests of elective 14, task 2: which elements stay, and their values.
#include "dropout_test.hpp"

namespace lesson14 {
namespace {

bool check_dropout(const dropout_case& c) {
  return check_dropped(c, dropout, input(c.n));
}

const tests<dropout_case> dropout_tests = {
    "Dropout",
    {
        {"NothingDropped", check_dropout, {{2000, 0.0f, 1}}},
        {"Half", check_dropout, {{2000, 0.5f, 1}}},
        {"Shares",
         check_dropout,
         {{5000, 0.1f, 11}, {5000, 0.25f, 11}, {5000, 0.9f, 11}, {5000, 0.999f, 11}}},
        {"Sizes", check_dropout, dropout_sizes},
        {"AnyShape", check_dropout, any_dropout},
    },
};

using Dropout = lesson_test;

TEST_F(Dropout, KeepsTheSum) {
  constexpr std::int64_t kCount = 100'000;
  constexpr float kDropped = 0.2f;
  const kw::buffer<float> x(device(), {kCount}, std::vector<float>(kCount, 1.0f));
  const kw::buffer<float> out(device(), {kCount});
  dropout(x.cview(), kDropped, 9, out.view());
  double sum = 0;
  for (const float value : out.download()) {
    sum += value;
  }
  EXPECT_NEAR(sum, kCount, five_sigma(kCount, kDropped) / (1 - kDropped))
      << "the sum of " << kCount << " ones after dropout";
}

}  // namespace
}  // namespace lesson14
