// What the tests of repaired patients in elective 16 have in common.
#pragma once
#include "clinic.hpp"

#include <kernelwright/testing/testing.hpp>
#include <kernelwright/testing/traffic.hpp>

#include "tests/limits.hpp"

namespace lesson16 {

using namespace kw::testing;

/// The tests of a patient: cases of its values, and random ones.
template <class Case>
tests<Case> patient_tests(const char* suite, bool (*check)(const Case&), case_list<Case> values,
                          case_list<Case> any, kw::source_place place = kw::source_place::here()) {
  return {suite, {{"Values", check, values}, {"AnyShape", check, any}}, place};
}
/// The same of one that moves too much or divides its work badly. \param moving counts that
template <class Case>
tests<Case, counted_test> counted_tests(const char* suite, bool (*check)(const Case&),
                                        case_list<Case> values, case_list<Case> any,
                                        test_row<Case> moving,
                                        kw::source_place place = kw::source_place::here()) {
  return {suite, {{"Values", check, values}, moving, {"AnyShape", check, any}}, place};
}

/// Compares a function of x alone with a formula of one of its rows.
template <class Formula>
bool check_rows(const matrix_case& c, void (*call)(kw::view<const float, 2>, kw::view<float>),
                const std::vector<float>& x, const Formula& formula, const tolerance& limit) {
  return check_entry(shape(c), call, in(c, x), out({c.rows}, of_each_row(c, x, formula), limit));
}

inline double mean(const std::vector<double>& row) {
  return sum(row) / static_cast<double>(row.size());
}
inline double least(const std::vector<double>& row) {
  return *std::min_element(row.begin(), row.end());
}

/// x + b, where b is a row: what `shift_columns` and `add_bias` compute.
inline bool check_shifted(const matrix_case& c,
                          void (*call)(kw::view<const float, 2>, kw::view<const float>,
                                       kw::view<float, 2>)) {
  const auto x = make_input<float>(c.rows * c.columns, 1), b = make_input<float>(c.columns, 2);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return double{x[row * c.columns + column]} + b[column];
  };
  return check_entry(shape(c), call, in(c, x), in({c.columns}, b), out(c, want, kRounded));
}

}  // namespace lesson16
