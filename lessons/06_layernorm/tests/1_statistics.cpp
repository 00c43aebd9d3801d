// Tests of lesson 06, task 1: rows of every width that a tile holds, and values far from 0.
#include "tests/layer_norm_cases.hpp"

namespace lesson06 {
namespace {

bool check_statistics_of(const matrix_case& c, input_range range, tolerance limit,
                         float eps = kEps) {
  const auto x = make_input<float>(c.rows * c.columns, 1, range);
  const auto want = reference::statistics(to_doubles(x), c.columns, eps);
  return check_entry(shape(c), statistics, in(c, x), out({c.rows}, want.mean, limit, {}, "mean, "),
                     out({c.rows}, want.rstd, limit, {}, "rstd, "), eps);
}
bool check_statistics(const matrix_case& c) {
  return check_statistics_of(c, {-1, 4}, kStatistics);
}

const tests<matrix_case> statistics_tests = {
    "Statistics",
    {
        {"TwoRowsOfFive", check_statistics, {{2, 5}}},
        {"Widths", check_statistics, {{3, 2}, {3, 31}, {3, 128}, {3, 781}, {3, 1023}, {3, 1024}}},
        {"PaddedAndUnalignedRows", check_statistics, strided_and_unaligned_rows},
        {"AnyShape", check_statistics, rows_up_to(100, 1024)},
    },
};

using Statistics = lesson_test;

TEST_F(Statistics, FarFromZero) {
  check_statistics_of({3, 1000}, kTenThousand, kFarAway);
}

TEST_F(Statistics, EqualValues) {
  check_statistics_of({2, 1000}, {3, 3}, {1e-6, 1e-5, "the variance is 0: rstd is 1 / sqrt(eps)"},
                      0.01f);
}

TEST_F(Statistics, OneColumn) {
  check_statistics_of({4, 1}, {-1, 2}, kStatistics);
}

}  // namespace
}  // namespace lesson06
