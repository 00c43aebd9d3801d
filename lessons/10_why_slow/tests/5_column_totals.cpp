// Tests of elective 10, task 5: the sums of columns, and how many programs share the work.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

bool check_totals(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto before = make_input<float>(c.columns, 2);
  const tolerance sums{1e-5 + 1e-6 * static_cast<double>(c.rows), 1e-5,
                       "float32 sums over the rows, in any order"};
  return check_entry(shape(c), column_totals, in(c, x),
                     changed({c.columns}, to_doubles(before), reference::column_totals(x, before),
                             sums, {.element_offset = c.offset}));
}

const tests<matrix_case, WhySlow> column_totals_tests = {
    "ColumnTotals",
    {
        {"Values", check_totals, shapes},
        {"ManyRows", check_totals, {{63, 5}, {64, 64}, {65, 70}, {1500, 3}, {2048, 256}}},
        {"AnyShape", check_totals, rows_up_to(200, 1024)},
    },
};

using ColumnTotals = WhySlow;

TEST_F(ColumnTotals, SharedByPrograms) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const matrix_case c{2048, 256};
  bool right = false;
  const auto moved = kw::testing::traffic_of([&] { right = check_totals(c); });
  constexpr int kLeastPrograms = 64;
  if (right && kw::testing::expect_programs(moved, kLeastPrograms, shape(c))) {
    kw::testing::expect_moved(moved, 4.0 * c.rows * c.columns, kMostMoved, shape(c));
  }
}

}  // namespace
}  // namespace lesson10
