// Tests of elective 10, task 4: rows of mean 0, and what is moved for them.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

constexpr tolerance kCentred{4e-6, 1e-5,
                             "float32: a mean of up to 1024 values, a difference and a quotient"};

// The mean becomes 0, and the largest distance from it 1.
std::vector<double> centred(std::vector<double> row) {
  const double mean = sum(row) / static_cast<double>(row.size());
  for (double& value : row) {
    value -= mean;
  }
  const double distance = largest(magnitudes(row));
  for (double& value : row) {
    value /= distance;
  }
  return row;
}

bool check_centred(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  return check_entry(shape(c), centre_rows, in(c, x), out(c, of_each_row(c, x, centred), kCentred));
}
double bytes_of_centred(const matrix_case& c) {
  return 8.0 * c.rows * c.columns;
}

const tests<matrix_case, counted_test> centre_rows_tests = {
    "CentreRows",
    {
        {"Values", check_centred, shapes},
        {"Values", check_centred, {{3, 1023}, {3, 1024}}},
        {"BytesMoved", moves(check_centred, bytes_of_centred), {{50, 1000, 1008, 1016}}},
        {"AnyShape", check_centred, [](size_draw& d) { return d.rows(200, 1024, 2); }},
    },
};

}  // namespace
}  // namespace lesson10
