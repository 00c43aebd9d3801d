// Tests of elective 10, task 5: the sums of columns, and how many programs share the work.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

class ColumnTotals : public WhySlow {
 protected:
  bool check(const matrix_case& c) {
    const auto values = make_input<float>(c.rows * c.columns, 1);
    const auto before = make_input<float>(c.columns, 2);
    const kw::buffer<float, 2> x(device(), {c.rows, c.columns}, values, c.in());
    const kw::buffer<float> out(device(), {c.columns}, before, {.element_offset = c.offset});
    column_totals(x.cview(), out.view());
    const tolerance sums{1e-5 + 1e-6 * static_cast<double>(c.rows), 1e-5,
                         "float32 sums over the rows, in any order"};
    return check_close(out, reference::column_totals(values, before), sums, shape(c));
  }
};

TEST_F(ColumnTotals, Values) {
  check_until_failure(shapes(), [&](const matrix_case& c) { return check(c); });
}

TEST_F(ColumnTotals, ManyRows) {
  check_until_failure(std::vector<matrix_case>{{63, 5}, {64, 64}, {65, 70}, {1500, 3}, {2048, 256}},
                      [&](const matrix_case& c) { return check(c); });
}

TEST_F(ColumnTotals, SharedByPrograms) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const matrix_case c{2048, 256};
  bool right = false;
  const auto moved = kw::testing::traffic_of([&] { right = check(c); });
  constexpr int kLeastPrograms = 64;
  if (right && kw::testing::expect_programs(moved, kLeastPrograms, shape(c))) {
    kw::testing::expect_moved(moved, 4.0 * c.rows * c.columns, kMostMoved, shape(c));
  }
}

}  // namespace
}  // namespace lesson10
