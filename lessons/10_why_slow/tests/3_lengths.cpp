// Tests of elective 10, task 3: the lengths of points, and what is moved for them.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

constexpr int kBlockSize = 256;
constexpr tolerance kLength{0.0, 4 * 0x1p-24, "float32: four squares, their sum and a square root"};

bool check_lengths(const vector_case& c) {
  const auto points = make_input<float>(4 * c.n, 1);
  const auto length = [&](std::int64_t i) {
    const float* p = points.data() + 4 * i;
    return std::sqrt(double{p[0]} * p[0] + double{p[1]} * p[1] + double{p[2]} * p[2] +
                     double{p[3]} * p[3]);
  };
  return check_entry(shape(c), lengths, in({4 * c.n}, points, c.in()), out(c, length, kLength));
}
double bytes_of_lengths(const vector_case& c) {
  return 20.0 * c.n;
}

std::vector<vector_case> sizes() {
  std::vector<vector_case> cases;
  for (const std::int64_t n : awkward_sizes(kBlockSize)) {
    cases.insert(cases.end(), {{n}, {n, 1, 1}});
  }
  return cases;
}

const tests<vector_case, counted_test> lengths_tests = {
    "Lengths",
    {
        {"Values", check_lengths, sizes},
        {"BytesMoved", moves(check_lengths, bytes_of_lengths), {{5000}}},
        {"AnyShape", check_lengths, lengths_up_to(20000)},
    },
};

}  // namespace
}  // namespace lesson10
