// Tests of elective 10, task 2: the rows times their weights, and what is moved for that.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

bool check_weights(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto weights = make_input<float>(c.rows, 2, {0.5, 2});
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return double{weights[row]} * x[row * c.columns + column];
  };
  return check_entry(shape(c), weigh_rows, in(c, x), in({c.rows}, weights),
                     out(c, want, kRoundedOnce));
}
double bytes_of_weights(const matrix_case& c) {
  return 4.0 * (2 * c.rows * c.columns + c.rows);
}

const tests<matrix_case, counted_test> weigh_tests = {
    "Weigh",
    {
        {"Values", check_weights, shapes},
        {"BytesMoved", moves(check_weights, bytes_of_weights), {{64, 512}, {160, 256, 320, 288}}},
        {"AnyShape", check_weights, rows_up_to(200, 1024)},
    },
};

}  // namespace
}  // namespace lesson10
