// Tests of elective 10, task 3: the lengths of points, and what is moved for them.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

constexpr int kBlockSize = 256;
constexpr tolerance kLength{0.0, 4 * 0x1p-24, "float32: four squares, their sum and a square root"};

class Lengths : public WhySlow {
 protected:
  bool check(std::int64_t n, int offset = 0) {
    const auto values = make_input<float>(4 * n, 1);
    const kw::buffer<float> points(device(), {4 * n}, values, {.element_offset = offset});
    const kw::buffer<float> out(device(), {n}, {.element_offset = offset});
    lengths(points.cview(), out.view());
    return check_close(out, reference::lengths(values), kLength, "n = " + std::to_string(n));
  }
};

TEST_F(Lengths, Values) {
  check_until_failure(kw::testing::awkward_sizes(kBlockSize),
                      [&](std::int64_t n) { return check(n) && check(n, 1); });
}

TEST_F(Lengths, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  constexpr std::int64_t kCount = 5000;
  check_moved(20.0 * kCount, "5000 points", [&] { return check(kCount); });
}

}  // namespace
}  // namespace lesson10
