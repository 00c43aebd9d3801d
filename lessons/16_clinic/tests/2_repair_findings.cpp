// Tests of elective 16, task 2: four patients that have a finding.
#include "clinic.hpp"

#include <kernelwright/testing/testing.hpp>

#include "clinic_reference.hpp"
#include "tests/limits.hpp"

namespace lesson16 {
namespace {

using namespace kw::testing;

bool check_clamp(const vector_case& c) {
  constexpr float kLow = 0, kHigh = 1.5f;
  const auto x = make_input<float>(c.n, 1);
  const auto want = reference::elements(
      x.size(), [&](std::size_t i) { return std::min(std::max(x[i], kLow), kHigh); });
  return check_entry(shape(c), clamp, in(c, x), out(c, want, kExactly), kLow, kHigh);
}

bool check_negate(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  return check_entry(
      shape(c), negate, in(c, x),
      out(c, reference::elements(x.size(), [&](std::size_t i) { return -x[i]; }), kExactly));
}

bool check_block_sums(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  return check_entry(shape(c), block_sums, in(c, x),
                     out({(c.n + 255) / 256}, reference::of_rows(x, 256, reference::sum), kSum));
}

bool check_blend(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  return check_entry(shape(c), blend, in(c, x), out(c, reference::blend(x), kRounded));
}

const tests<vector_case> clamp_tests = {
    "Clamp",
    {
        {"Values", check_clamp, {{1000}, {0}, {1}, {255}, {256}, {257}, {4099}}},
        {"AnyShape", check_clamp, lengths_up_to(5000)},
    },
};

const tests<matrix_case> negate_tests = {
    "Negate",
    {
        {"Values", check_negate, {{5, 100}, {3, 64}, {5, 100, 112, 104}, {1, 1}, {7, 65, 65, 70}}},
        {"AnyShape", check_negate, rows_up_to(100, 500)},
    },
};

const tests<vector_case> block_sums_tests = {
    "BlockSums",
    {
        {"Values", check_block_sums, {{1000}, {0}, {1}, {256}, {257}, {5000}}},
        {"AnyShape", check_block_sums, lengths_up_to(5000)},
    },
};

const tests<vector_case> blend_tests = {
    "Blend",
    {
        {"Values", check_blend, {{1000}, {1}, {2}, {256}, {257}, {4099}}},
        {"AnyShape", check_blend, lengths_up_to(5000)},
    },
};

}  // namespace
}  // namespace lesson16
