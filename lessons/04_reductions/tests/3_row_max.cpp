// Tests of lesson 04, task 3.
#include "row_test.hpp"

namespace lesson04 {
namespace {

constexpr auto kRandomMax = check_exact<row_max, largest, -1, 2>;
constexpr auto kNegativeMax = check_exact<row_max, largest, -3, -1>;

const tests<matrix_case> row_max_tests = {
    "RowMax",
    {
        {"Shapes", kRandomMax, kShapes},
        {"NegativeRows", kNegativeMax, {{4, 1024}, {4, 1000}, {3, 2500}, {9, 1}}},
        {"PaddedRows", kNegativeMax, kPaddedRows},
        {"AnyShape", kRandomMax, rows_up_to(300, 5000)},
    },
};

using RowMax = lesson_test;

TEST_F(RowMax, Infinities) {
  std::vector<float> x = make_input<float>(3 * 1500, 1);
  for (std::size_t i = 0; i < 1500; ++i) {
    x[i] = -kInfinity;
  }
  x[1500 + 1400] = kInfinity;
  check_rows(row_max, {3, 1500}, x, largest, kExact);
  check_rows(row_max, {3, 0}, {}, largest, kExact);
}

}  // namespace
}  // namespace lesson04
