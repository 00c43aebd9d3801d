// Tests of elective 14, task 1: every number of a seed, bit for bit, and how random they are.
#include "dropout_test.hpp"

namespace lesson14 {
namespace {

class Uniform : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n, int seed, int offset = 0) {
    const kw::buffer<float> out(device(), {n}, {.element_offset = offset});
    uniform(seed, out.view());
    return check_close(out, reference::uniform(seed, static_cast<std::size_t>(n)), kExact,
                       "n = " + std::to_string(n) + ", seed = " + std::to_string(seed));
  }
};

TEST_F(Uniform, OneBlock) {
  check(kBlockSize, 7);
}

TEST_F(Uniform, ThreeBlocks) {
  check(3 * kBlockSize, 7);
}

TEST_F(Uniform, Sizes) {
  check_until_failure(kw::testing::awkward_sizes(kBlockSize),
                      [&](std::int64_t n) { return check(n, 1) && check(n, 2147483647, 1); });
}

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
