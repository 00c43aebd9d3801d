// Tests of elective 16, task 5: four patients that move too much.
#include "tests/patients.hpp"

namespace lesson16 {
namespace {

bool check_row_minima(const matrix_case& c) {
  return check_rows(c, row_minima, make_input<float>(c.rows * c.columns, 1), least, kExact);
}
double bytes_of_minima(const matrix_case& c) {
  return 4.0 * (c.rows * c.columns + c.rows);
}

bool check_halve(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  const auto want = [&](std::int64_t i) { return x[i] / 2; };
  return check_entry(shape(c), halve, in(c, x), out(c, want, kExact));
}
double bytes_of_halves(const vector_case& c) {
  return 8.0 * c.n;
}

bool check_centre(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto means = of_each_row(c, x, mean);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return x[row * c.columns + column] - means[row];
  };
  return check_entry(shape(c), centre, in(c, x), out(c, want, kSum));
}
double bytes_of_centred(const matrix_case& c) {
  return 8.0 * c.rows * c.columns;
}

bool check_lower_triangle(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return column <= row ? x[row * c.columns + column] : 0.0f;
  };
  return check_entry(shape(c), lower_triangle, in(c, x), out(c, want, kExact));
}
double bytes_of_triangle(const matrix_case& c) {
  const double copied = 0.5 * c.rows * (c.rows + 1);
  return 4.0 * (copied + c.rows * c.columns);
}

const auto row_minima_tests = counted_tests<matrix_case>(
    "RowMinima", check_row_minima, {{17, 65}, {1, 1}, {16, 64}, {5, 100, 112, 0}, {0, 5}},
    rows_up_to(100, 500), {"BytesMoved", moves(check_row_minima, bytes_of_minima), {{64, 512}}});
const auto halve_tests = counted_tests<vector_case>(
    "Halve", check_halve, {{1000}, {0}, {1}, {256}, {257}, {4099, 1, 2}}, lengths_up_to(5000),
    {"BytesMoved", moves(check_halve, bytes_of_halves), {{65536}}});
const auto centre_tests = counted_tests<matrix_case>(
    "Centre", check_centre, {{4, 1024}, {4, 1000}, {1, 1}, {5, 100, 112, 104}, {0, 5}},
    rows_up_to(100, 1024), {"BytesMoved", moves(check_centre, bytes_of_centred), {{64, 1000}}});
const tests<matrix_case, counted_test> lower_triangle_tests = {
    "LowerTriangle",
    {
        {"Values", check_lower_triangle, {{8, 8}, {64, 64}, {1, 1}, {65, 65}, {97, 97, 112, 99}}},
        {"BytesMoved", moves(check_lower_triangle, bytes_of_triangle), {{512, 512}}},
    },
};

}  // namespace
}  // namespace lesson16
