// Tests of elective 10, task 5: the sums of columns, and how many programs share the work.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

bool check_totals(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto before = to_doubles(make_input<float>(c.columns, 2));
  const auto total = [&](std::int64_t column) {
    double sum = before[column];
    for (std::int64_t row = 0; row < c.rows; ++row) {
      sum += x[row * c.columns + column];
    }
    return sum;
  };
  const tolerance sums{1e-5 + 1e-6 * static_cast<double>(c.rows), 1e-5,
                       "float32 sums over the rows, in any order"};
  return check_entry(
      shape(c), column_totals, in(c, x),
      changed({c.columns}, before, elements(c.columns, total), sums, {.element_offset = c.offset}));
}
double bytes_of_totals(const matrix_case& c) {
  return 4.0 * c.rows * c.columns;
}
constexpr int kLeastPrograms = 64;

const tests<matrix_case, counted_test> column_totals_tests = {
    "ColumnTotals",
    {
        {"Values", check_totals, shapes},
        {"ManyRows", check_totals, {{63, 5}, {64, 64}, {65, 70}, {1500, 3}, {2048, 256}}},
        {"SharedByPrograms",
         moves(check_totals, bytes_of_totals, kMostMoved, kLeastPrograms),
         {{2048, 256}}},
        {"AnyShape", check_totals, rows_up_to(200, 1024)},
    },
};

}  // namespace
}  // namespace lesson10
