// Tests of elective 16, task 3: four patients whose values are wrong.
#include "tests/patients.hpp"

namespace lesson16 {
namespace {

/// Positive elements, which `slope` lets grow along a row.
std::vector<float> positive(const matrix_case& c, float slope = 0) {
  auto x = make_input<float>(c.rows * c.columns, 1, {1, 3});
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] += slope * static_cast<float>(i % static_cast<std::size_t>(c.columns));
  }
  return x;
}

bool check_row_ranges(const matrix_case& c) {
  return check_rows(
      c, row_ranges, positive(c), [](const auto& row) { return largest(row) - least(row); },
      kRounded);
}

double log_sum_exp(const std::vector<double>& row) {
  double total = 0;
  for (const double v : row) {
    total += std::exp(v - largest(row));
  }
  return largest(row) + std::log(total);
}
bool check_row_log_sum_exp(const matrix_case& c) {
  return check_rows(c, row_log_sum_exp, positive(c, 0.01f), log_sum_exp, kSum);
}

bool check_row_means(const matrix_case& c) {
  return check_rows(c, row_means, positive(c), mean, kSum);
}

bool check_shift_columns(const matrix_case& c) {
  return check_shifted(c, shift_columns);
}

const auto row_ranges_tests = patient_tests<matrix_case>(
    "RowRanges", check_row_ranges, {{6, 1024}, {6, 1000}, {1, 1}, {5, 100, 112, 0}, {0, 5}},
    rows_up_to(100, 1024));
const auto shift_columns_tests = patient_tests<matrix_case>(
    "ShiftColumns", check_shift_columns, {{8, 8}, {33, 31}, {31, 33}, {100, 70, 80, 72}, {1, 1}},
    rows_up_to(100, 500));
const auto row_log_sum_exp_tests = patient_tests<matrix_case>(
    "RowLogSumExp", check_row_log_sum_exp, {{4, 256}, {4, 512}, {1, 1}, {5, 700, 712, 0}, {0, 5}},
    rows_up_to(100, 1024));
const auto row_means_tests = patient_tests<matrix_case>(
    "RowMeans", check_row_means, {{4, 1024}, {4, 512}, {4, 1000}, {1, 1}, {5, 100, 112, 0}},
    rows_up_to(100, 1024));

}  // namespace
}  // namespace lesson16
