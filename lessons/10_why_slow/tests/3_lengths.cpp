// Tests of elective 10, task 3: the lengths of points, and what is moved for them.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

constexpr int kBlockSize = 256;
constexpr tolerance kLength{0.0, 4 * 0x1p-24, "float32: four squares, their sum and a square root"};

bool check_lengths(const vector_case& c) {
  const auto points = make_input<float>(4 * c.n, 1);
  return check_entry(shape(c), lengths, in({4 * c.n}, points, c.in()),
                     out(c, reference::lengths(points), kLength));
}

std::vector<vector_case> sizes() {
  std::vector<vector_case> cases;
  for (const std::int64_t n : awkward_sizes(kBlockSize)) {
    cases.insert(cases.end(), {{n}, {n, 1, 1}});
  }
  return cases;
}

const tests<vector_case, WhySlow> lengths_tests = {
    "Lengths",
    {
        {"Values", check_lengths, sizes},
        {"AnyShape", check_lengths, lengths_up_to(20000)},
    },
};

using Lengths = WhySlow;

TEST_F(Lengths, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  constexpr std::int64_t kCount = 5000;
  check_moved(20.0 * kCount, "5000 points", [] { return check_lengths({kCount}); });
}

}  // namespace
}  // namespace lesson10
