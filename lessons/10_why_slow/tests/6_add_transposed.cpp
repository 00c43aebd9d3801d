// Tests of elective 10, task 6: a matrix and the transpose of another one, and what is moved.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

bool check_sums(const matrix_case& c) {
  const auto a = make_input<float>(c.rows * c.columns, 1);
  const auto b = make_input<float>(c.rows * c.columns, 2);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return double{a[row * c.columns + column]} + b[column * c.rows + row];
  };
  const std::int64_t gap = c.in_stride == 0 ? 0 : c.rows + 8;
  return check_entry(shape(c), add_transposed, in(c, a),
                     in({c.columns, c.rows}, b, {.row_stride = gap}), out(c, want, kRoundedOnce));
}
double bytes_of_sums(const matrix_case& c) {
  return 12.0 * c.rows * c.columns;
}

const tests<matrix_case, counted_test> add_transposed_tests = {
    "AddTransposed",
    {
        {"Values", check_sums, shapes},
        {"BytesMoved", moves(check_sums, bytes_of_sums), {{128, 192}, {96, 32, 64, 48}}},
        {"AnyShape", check_sums, rows_up_to(200, 1024)},
    },
};

}  // namespace
}  // namespace lesson10
