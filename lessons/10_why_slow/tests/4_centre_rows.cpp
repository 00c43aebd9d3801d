// Tests of elective 10, task 4: rows of mean 0, and what is moved for them.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

constexpr tolerance kCentred{4e-6, 1e-5,
                             "float32: a mean of up to 1024 values, a difference and a quotient"};

class CentreRows : public WhySlow {
 protected:
  bool check(const matrix_case& c) {
    const auto values = make_input<float>(c.rows * c.columns, 1);
    const kw::buffer<float, 2> x(device(), {c.rows, c.columns}, values, c.in());
    const kw::buffer<float, 2> out(device(), {c.rows, c.columns}, c.out());
    centre_rows(x.cview(), out.view());
    return check_close(out, reference::centre_rows(values, static_cast<std::size_t>(c.columns)),
                       kCentred, shape(c));
  }
};

TEST_F(CentreRows, Values) {
  check_until_failure(shapes(), [&](const matrix_case& c) { return check(c); });
  check_until_failure(std::vector<matrix_case>{{3, 1023}, {3, 1024}},
                      [&](const matrix_case& c) { return check(c); });
}

TEST_F(CentreRows, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const matrix_case c{50, 1000, 1008, 1016};
  check_moved(8.0 * c.rows * c.columns, shape(c), [&] { return check(c); });
}

}  // namespace
}  // namespace lesson10
