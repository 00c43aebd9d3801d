// Tests of lesson 06, task 7: rows that one tile holds, in three types; values far from and near 0.
#include "tests/layer_norm_cases.hpp"

namespace lesson06 {
namespace {

template <class T>
bool check_rms_norm_of(const matrix_case& c, input_range range, float eps = kEps) {
  const auto x = make_input<T>(c.rows * c.columns, 1, range);
  const auto w = make_input<T>(c.columns, 2, {0.5, 2});
  const auto doubles = to_doubles(x), weights = to_doubles(w);
  const auto squares = of_each_row(c, x, reference::mean_of_squares);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return doubles[row * c.columns + column] / std::sqrt(squares[row] + eps) * weights[column];
  };
  return check_entry(shape(c), rms_norm<T>, in(c, x), in({c.columns}, w),
                     out(c, want, limit<T>(), "y, "), eps);
}
template <class T, int LOW = -2, int HIGH = 4>
bool check_rms_norm(const matrix_case& c) {
  return check_rms_norm_of<T>(c, {LOW, HIGH});
}

const auto kRmsRows = rows_of_at_most(kLongestTile, rows_of_every_width);
const auto kRmsRowsOf16Bits = rows_of_at_most(kLongestTile, rows_of_16_bits);
const auto kAnyRmsRows = rows_up_to(100, kLongestTile);

const tests<matrix_case> rms_norm_tests = {
    "RmsNorm",
    {
        {"TwoRowsOfFive", check_rms_norm<float>, {{2, 5}}},
        {"Shapes", check_rms_norm<float>, kRmsRows},
        {"PaddedAndUnalignedRows", check_rms_norm<float>, strided_and_unaligned_rows},
        {"RowsOfZeros", check_rms_norm<float, 0, 0>, {{3, 1000}}},
        {"Float16", check_rms_norm<float16_t>, kRmsRowsOf16Bits},
        // Squares past 65,504, the largest float16.
        {"Float16", check_rms_norm<float16_t, -500, 900>, {{3, 1000}}},
        {"BFloat16", check_rms_norm<bfloat16_t>, kRmsRowsOf16Bits},
        {"AnyShape", check_rms_norm<float>, kAnyRmsRows},
        {"AnyShape", check_rms_norm<float16_t>, kAnyRmsRows},
        {"AnyShape", check_rms_norm<bfloat16_t>, kAnyRmsRows},
    },
};

using RmsNorm = lesson_test;

TEST_F(RmsNorm, FarFromZero) {
  // The squares are near 100,000,000, and nothing is subtracted from them.
  check_rms_norm_of<float>({3, 1000}, kTenThousand);
}

TEST_F(RmsNorm, SmallValues) {
  // eps is as large as the mean of the squares.
  check_rms_norm_of<float>({3, 1000}, {-0.1, 0.2}, 0.01f);
}

}  // namespace
}  // namespace lesson06
