// Tests of elective 10, task 2: the rows times their weights, and what is moved for that.
#include "tests/limits.hpp"
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

class Weigh : public WhySlow {
 protected:
  bool check(const matrix_case& c) {
    const auto values = make_input<float>(c.rows * c.columns, 1);
    const auto weights = make_input<float>(c.rows, 2, {0.5, 2});
    const kw::buffer<float, 2> x(device(), {c.rows, c.columns}, values, c.in());
    const kw::buffer<float> w(device(), {c.rows}, weights);
    const kw::buffer<float, 2> out(device(), {c.rows, c.columns}, c.out());
    weigh_rows(x.cview(), w.cview(), out.view());
    return check_close(out, reference::weigh_rows(values, weights), kProduct, shape(c));
  }
};

TEST_F(Weigh, Values) {
  check_until_failure(shapes(), [&](const matrix_case& c) { return check(c); });
}

TEST_F(Weigh, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const std::vector<matrix_case> cases = {{64, 512}, {160, 256, 320, 288}};
  check_until_failure(cases, [&](const matrix_case& c) {
    const double needed = 4.0 * (2 * c.rows * c.columns + c.rows);
    return check_moved(needed, shape(c), [&] { return check(c); });
  });
}

}  // namespace
}  // namespace lesson10
