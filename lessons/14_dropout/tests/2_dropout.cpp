// Tests of elective 14, task 2: which elements stay, and their values.
#include "dropout_test.hpp"

namespace lesson14 {
namespace {

class Dropout : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n, float p, int seed, int offset = 0) {
    const auto x = input(n);
    const kw::buffer<float> x_buffer(device(), {n}, x, {.element_offset = offset});
    const kw::buffer<float> out(device(), {n}, {.element_offset = offset});
    dropout(x_buffer.cview(), p, seed, out.view());
    return check_close(out, reference::dropout(x, p, seed), kScaled, what(n, p, seed));
  }
};

TEST_F(Dropout, NothingDropped) {
  check(2000, 0.0f, 1);
}

TEST_F(Dropout, Half) {
  check(2000, 0.5f, 1);
}

TEST_F(Dropout, Shares) {
  for (const float p : {0.1f, 0.25f, 0.9f, 0.999f}) {
    if (!check(5000, p, 11)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Dropout, Sizes) {
  check_until_failure(kw::testing::awkward_sizes(kBlockSize),
                      [&](std::int64_t n) { return check(n, 0.3f, 5) && check(n, 0.3f, 6, 1); });
}

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
