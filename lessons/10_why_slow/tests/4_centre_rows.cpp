// Tests of elective 10, task 4: rows of mean 0, and what is moved for them.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

constexpr tolerance kCentred{4e-6, 1e-5,
                             "float32: a mean of up to 1024 values, a difference and a quotient"};

bool check_centred(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  return check_entry(
      shape(c), centre_rows, in(c, x),
      out(c, reference::centre_rows(x, static_cast<std::size_t>(c.columns)), kCentred));
}

const tests<matrix_case, WhySlow> centre_rows_tests = {
    "CentreRows",
    {
        {"Values", check_centred, shapes},
        {"Values", check_centred, {{3, 1023}, {3, 1024}}},
        {"AnyShape", check_centred, [](size_draw& d) { return d.rows(200, 1024, 2); }},
    },
};

using CentreRows = WhySlow;

TEST_F(CentreRows, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const matrix_case c{50, 1000, 1008, 1016};
  check_moved(8.0 * c.rows * c.columns, shape(c), [&] { return check_centred(c); });
}

}  // namespace
}  // namespace lesson10
