// Tests of elective 16, task 2: four patients that have a finding.
#include "tests/patients.hpp"

namespace lesson16 {
namespace {

bool check_clamp(const vector_case& c) {
  constexpr float kLow = 0, kHigh = 1.5f;
  const auto x = make_input<float>(c.n, 1);
  const auto want = [&](std::int64_t i) { return std::min(std::max(x[i], kLow), kHigh); };
  return check_entry(shape(c), clamp, in(c, x), out(c, want, kExact), kLow, kHigh);
}

bool check_negate(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return -x[row * c.columns + column];
  };
  return check_entry(shape(c), negate, in(c, x), out(c, want, kExact));
}

bool check_block_sums(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  const auto block_sum = [&](std::int64_t block) {
    return sum({x.begin() + 256 * block, x.begin() + std::min(256 * (block + 1), c.n)});
  };
  return check_entry(shape(c), block_sums, in(c, x), out({(c.n + 255) / 256}, block_sum, kSum));
}

bool check_blend(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  const auto want = [&](std::int64_t i) {
    return (double{x[i]} + (i + 256 < c.n ? x[i + 256] : 0.0f)) / 2;
  };
  return check_entry(shape(c), blend, in(c, x), out(c, want, kRounded));
}

const auto clamp_tests = patient_tests<vector_case>(
    "Clamp", check_clamp, {{1000}, {0}, {1}, {255}, {256}, {257}, {4099}}, lengths_up_to(5000));
const auto negate_tests = patient_tests<matrix_case>(
    "Negate", check_negate, {{5, 100}, {3, 64}, {5, 100, 112, 104}, {1, 1}, {7, 65, 65, 70}},
    rows_up_to(100, 500));
const auto block_sums_tests = patient_tests<vector_case>(
    "BlockSums", check_block_sums, {{1000}, {0}, {1}, {256}, {257}, {5000}}, lengths_up_to(5000));
const auto blend_tests = patient_tests<vector_case>(
    "Blend", check_blend, {{1000}, {1}, {2}, {256}, {257}, {4099}}, lengths_up_to(5000));

}  // namespace
}  // namespace lesson16
