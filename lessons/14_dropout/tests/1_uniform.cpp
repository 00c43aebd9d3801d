// Tests of elective 14, task 1: every number of a seed, bit for bit, and how random they are.
#include "dropout_test.hpp"

namespace lesson14 {
namespace {

bool check_uniform(const dropout_case& c) {
  const auto number = [&](std::int64_t i) {
    return reference::random_number(c.seed, static_cast<std::size_t>(i));
  };
  return check_entry("n = " + std::to_string(c.n) + ", seed = " + std::to_string(c.seed), uniform,
                     c.seed, out(c.vector(), number, kExact));
}

std::vector<dropout_case> uniform_sizes() {
  std::vector<dropout_case> cases;
  for (const std::int64_t n : awkward_sizes(kBlockSize)) {
    cases.insert(cases.end(), {{n, 0, 1}, {n, 0, 2147483647, 1}});
  }
  return cases;
}

const tests<dropout_case> uniform_tests = {
    "Uniform",
    {
        {"OneBlock", check_uniform, {{kBlockSize, 0, 7}}},
        {"ThreeBlocks", check_uniform, {{3 * kBlockSize, 0, 7}}},
        {"Sizes", check_uniform, uniform_sizes},
        {"AnyShape", check_uniform, any_dropout},
    },
};

using Uniform = lesson_test;

TEST_F(Uniform, EachSeedHasItsOwn) {
  constexpr std::int64_t kCount = 4000;
  const kw::buffer<float> first(device(), {kCount}), second(device(), {kCount});
  uniform(1, first.view());
  uniform(2, second.view());
  const std::vector<float> a = first.download(), b = second.download();
  int equal = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    equal += a[i] == b[i] ? 1 : 0;
  }
  EXPECT_LT(equal, 10) << "seeds 1 and 2 draw the same numbers";
}

TEST_F(Uniform, EveryTenthIsHitEquallyOften) {
  constexpr std::int64_t kCount = 100'000;
  const kw::buffer<float> out(device(), {kCount});
  uniform(3, out.view());
  std::vector<int> hits(10);
  for (const float u : out.download()) {
    ASSERT_TRUE(u >= 0 && u < 1) << u << " is not in [0, 1)";
    ++hits[static_cast<std::size_t>(u * 10)];
  }
  for (int tenth = 0; tenth < 10; ++tenth) {
    EXPECT_NEAR(hits[static_cast<std::size_t>(tenth)], 0.1 * kCount, five_sigma(kCount, 0.1))
        << "numbers from " << tenth << "/10 on";
  }
}

}  // namespace
}  // namespace lesson14
