// Tests of elective 16, task 3: four patients whose values are wrong.
#include "clinic.hpp"

#include <kernelwright/testing/testing.hpp>

#include "clinic_reference.hpp"
#include "tests/limits.hpp"

namespace lesson16 {
namespace {

using namespace kw::testing;

/// A function that makes one number of each row, and its oracle. All elements are positive, and
/// `slope` lets them grow along the row.
bool check_rows(const matrix_case& c, void (*call)(kw::view<const float, 2>, kw::view<float>),
                double (*oracle)(const std::vector<double>&), const tolerance& limit,
                float slope = 0) {
  auto x = make_input<float>(c.rows * c.columns, 1, {1, 3});
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] += slope * static_cast<float>(i % static_cast<std::size_t>(c.columns));
  }
  return check_entry(
      shape(c), call, in(c, x),
      out({c.rows}, reference::of_rows(x, static_cast<std::size_t>(c.columns), oracle), limit));
}

bool check_row_ranges(const matrix_case& c) {
  return check_rows(c, row_ranges, reference::range, kRounded);
}

bool check_row_log_sum_exp(const matrix_case& c) {
  return check_rows(c, row_log_sum_exp, reference::log_sum_exp, kSum, 0.01f);
}

bool check_row_means(const matrix_case& c) {
  return check_rows(c, row_means, reference::mean, kSum);
}

bool check_shift_columns(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto b = make_input<float>(c.columns, 2);
  const auto columns = static_cast<std::size_t>(c.columns);
  const auto want = reference::elements(
      x.size(), [&](std::size_t i) { return double{x[i]} + double{b[i % columns]}; });
  return check_entry(shape(c), shift_columns, in(c, x), in({c.columns}, b), out(c, want, kRounded));
}

const tests<matrix_case> row_ranges_tests = {
    "RowRanges",
    {
        {"Values", check_row_ranges, {{6, 1024}, {6, 1000}, {1, 1}, {5, 100, 112, 0}, {0, 5}}},
        {"AnyShape", check_row_ranges, rows_up_to(100, 1024)},
    },
};

const tests<matrix_case> shift_columns_tests = {
    "ShiftColumns",
    {
        {"Values", check_shift_columns, {{8, 8}, {33, 31}, {31, 33}, {100, 70, 80, 72}, {1, 1}}},
        {"AnyShape", check_shift_columns, rows_up_to(100, 500)},
    },
};

const tests<matrix_case> row_log_sum_exp_tests = {
    "RowLogSumExp",
    {
        {"Values", check_row_log_sum_exp, {{4, 256}, {4, 512}, {1, 1}, {5, 700, 712, 0}, {0, 5}}},
        {"AnyShape", check_row_log_sum_exp, rows_up_to(100, 1024)},
    },
};

const tests<matrix_case> row_means_tests = {
    "RowMeans",
    {
        {"Values", check_row_means, {{4, 1024}, {4, 512}, {4, 1000}, {1, 1}, {5, 100, 112, 0}}},
        {"AnyShape", check_row_means, rows_up_to(100, 1024)},
    },
};

}  // namespace
}  // namespace lesson16
