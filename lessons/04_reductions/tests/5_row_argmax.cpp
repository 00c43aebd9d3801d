// Tests of lesson 04, task 5.
#include "row_test.hpp"

namespace lesson04 {
namespace {

double argmax(const std::vector<double>& row) {  // the first of equal ones
  return static_cast<double>(std::max_element(row.begin(), row.end()) - row.begin());
}
constexpr auto kRandomArgmax = check_exact<row_argmax, argmax, -1, 2>;
constexpr auto kNegativeArgmax = check_exact<row_argmax, argmax, -3, -1>;

const tests<matrix_case> row_argmax_tests = {
    "RowArgmax",
    {
        {"OneBlock", kRandomArgmax, {{4, 1000}}},
        {"LongRows", kRandomArgmax, {{20, 5000}}},
        {"Shapes", kNegativeArgmax, kShapes},
        {"PaddedRows", kRandomArgmax, kPaddedRows},
        {"AnyShape", kNegativeArgmax, rows_up_to(300, 5000)},
    },
};

bool check_argmax_of(const matrix_case& c, const std::vector<float>& x) {
  return check_rows(row_argmax, c, x, argmax, kExact);
}

using RowArgmax = lesson_test;

TEST_F(RowArgmax, Ties) {
  // Whole numbers from -4 to 0: the largest is in many columns, of every block.
  const std::vector<int> few_values = make_input<int>(6 * 3000, 1, {-4, 1});
  check_argmax_of({6, 3000}, std::vector<float>(few_values.begin(), few_values.end()));
  check_argmax_of({2, 3000}, std::vector<float>(2 * 3000, -2.5f));
  // The largest is not in the first block, but several times in later ones.
  std::vector<float> late(2 * 3000, -2.5f);
  late[1100] = late[1101] = late[2500] = -1;
  late[3000 + 2100] = late[3000 + 2999] = -1;
  check_argmax_of({2, 3000}, late);
}

TEST_F(RowArgmax, Infinities) {
  std::vector<float> x = make_input<float>(3 * 1500, 1);
  for (std::size_t i = 0; i < 1500; ++i) {
    x[i] = -kInfinity;
  }
  x[1500 + 1400] = x[1500 + 1450] = kInfinity;
  check_argmax_of({3, 1500}, x);
}

}  // namespace
}  // namespace lesson04
