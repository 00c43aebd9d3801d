// Tests of lesson 04, task 6: rows of every length, and values at the ends of float32.
#include "row_test.hpp"

namespace lesson04 {
namespace {

// In double no square of a float32 overflows.
double norm(const std::vector<double>& row) {
  return std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
}

// The sum of squares has no negative term, so its error is relative: one rounding by 2^-24 for
// the square and one for each addition. The square root halves it and rounds once more.
bool check_norms(const matrix_case& c, const std::vector<float>& x) {
  const std::int64_t roundings = additions_of_row(c.columns) + 1;
  const std::string reason = "float32, n = " + std::to_string(c.columns) + ": half of " +
                             std::to_string(roundings) +
                             " roundings by 2^-24, and one of the square root";
  const tolerance limit{0.0, (0.5 * static_cast<double>(roundings) + 1) * 0x1p-24, reason.c_str()};
  return check_rows(l2_norm, c, x, norm, limit);
}
bool check_l2_norm(const matrix_case& c) {
  return check_norms(c, make_input<float>(c.rows * c.columns, 1));
}

using L2Norm = lesson_test;

TEST_F(L2Norm, ThreeFourFive) {
  check_norms({2, 2}, {3, 4, -5, 12});
}

const tests<matrix_case> l2_norm_tests = {
    "L2Norm",
    {
        {"Shapes", check_l2_norm, kShapes},
        {"Shapes", check_l2_norm, {{3, 0}}},
        {"PaddedRows", check_l2_norm, kPaddedRows},
        {"AnyShape", check_l2_norm, rows_up_to(300, 5000)},
    },
};

TEST_F(L2Norm, SpecialValues) {
  check_norms({3, 1500}, std::vector<float>(3 * 1500, 0.0f));
  // Squares far from 1, which add up to less than the largest float32.
  check_norms({2, 1500}, make_input<float>(2 * 1500, 1, {-1e17, 2e17}));
  check_norms({2, 1500}, make_input<float>(2 * 1500, 1, {-1e-16, 2e-16}));
  std::vector<float> x = make_input<float>(2 * 1500, 1);
  x[1400] = -kInfinity;
  check_norms({2, 1500}, x);
}

}  // namespace
}  // namespace lesson04
