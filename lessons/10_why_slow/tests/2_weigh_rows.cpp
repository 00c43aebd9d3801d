// Tests of elective 10, task 2: the rows times their weights, and what is moved for that.
#include "tests/limits.hpp"
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

bool check_weights(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto weights = make_input<float>(c.rows, 2, {0.5, 2});
  return check_entry(shape(c), weigh_rows, in(c, x), in({c.rows}, weights),
                     out(c, reference::weigh_rows(x, weights), kProduct));
}

const tests<matrix_case, WhySlow> weigh_tests = {
    "Weigh",
    {
        {"Values", check_weights, shapes},
        {"AnyShape", check_weights, rows_up_to(200, 1024)},
    },
};

using Weigh = WhySlow;

TEST_F(Weigh, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const std::vector<matrix_case> cases = {{64, 512}, {160, 256, 320, 288}};
  check_until_failure(cases, [&](const matrix_case& c) {
    const double needed = 4.0 * (2 * c.rows * c.columns + c.rows);
    return check_moved(needed, shape(c), [&] { return check_weights(c); });
  });
}

}  // namespace
}  // namespace lesson10
