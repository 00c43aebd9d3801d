// Tests of elective 16, task 5: four patients that move too much.
#include "tests/counted.hpp"

namespace lesson16 {
namespace {

bool check_row_minima(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto columns = static_cast<std::size_t>(c.columns);
  return check_entry(shape(c), row_minima, in(c, x),
                     out({c.rows}, reference::of_rows(x, columns, reference::least), kExactly));
}

bool check_halve(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  const auto want = reference::elements(x.size(), [&](std::size_t i) { return double{x[i]} / 2; });
  return check_entry(shape(c), halve, in(c, x), out(c, want, kExactly));
}

bool check_centre(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto columns = static_cast<std::size_t>(c.columns);
  const auto means = reference::of_rows(x, columns, reference::mean);
  const auto want = reference::elements(
      x.size(), [&](std::size_t i) { return double{x[i]} - means[i / columns]; });
  return check_entry(shape(c), centre, in(c, x), out(c, want, kSum));
}

bool check_lower_triangle(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto columns = static_cast<std::size_t>(c.columns);
  const auto want = reference::elements(
      x.size(), [&](std::size_t i) { return i % columns <= i / columns ? double{x[i]} : 0.0; });
  return check_entry(shape(c), lower_triangle, in(c, x), out(c, want, kExactly));
}

const tests<matrix_case, Counted> row_minima_tests = {
    "RowMinima",
    {
        {"Values", check_row_minima, {{17, 65}, {1, 1}, {16, 64}, {5, 100, 112, 0}, {0, 5}}},
        {"AnyShape", check_row_minima, rows_up_to(100, 500)},
    },
};

const tests<vector_case, Counted> halve_tests = {
    "Halve",
    {
        {"Values", check_halve, {{1000}, {0}, {1}, {256}, {257}, {4099, 1, 2}}},
        {"AnyShape", check_halve, lengths_up_to(5000)},
    },
};

const tests<matrix_case, Counted> centre_tests = {
    "Centre",
    {
        {"Values", check_centre, {{4, 1024}, {4, 1000}, {1, 1}, {5, 100, 112, 104}, {0, 5}}},
        {"AnyShape", check_centre, rows_up_to(100, 1024)},
    },
};

const tests<matrix_case, Counted> lower_triangle_tests = {
    "LowerTriangle",
    {
        {"Values", check_lower_triangle, {{8, 8}, {64, 64}, {1, 1}, {65, 65}, {97, 97, 112, 99}}},
    },
};

using RowMinima = Counted;

TEST_F(RowMinima, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const matrix_case c{64, 512};
  check_moved(4.0 * (c.rows * c.columns + c.rows), shape(c), [&] { return check_row_minima(c); });
}

using Halve = Counted;

TEST_F(Halve, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const vector_case c{65536};
  check_moved(8.0 * c.n, shape(c), [&] { return check_halve(c); });
}

using Centre = Counted;

TEST_F(Centre, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const matrix_case c{64, 1000};
  check_moved(8.0 * c.rows * c.columns, shape(c), [&] { return check_centre(c); });
}

using LowerTriangle = Counted;

TEST_F(LowerTriangle, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const matrix_case c{512, 512};
  const double copied = 0.5 * c.rows * (c.rows + 1);
  check_moved(4.0 * (copied + c.rows * c.columns), shape(c),
              [&] { return check_lower_triangle(c); });
}

}  // namespace
}  // namespace lesson16
