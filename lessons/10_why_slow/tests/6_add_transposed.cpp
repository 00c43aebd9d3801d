// Tests of elective 10, task 6: a matrix and the transpose of another one, and what is moved.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

constexpr tolerance kSum{0.0, 0x1p-24, "float32: one sum, rounded once"};

bool check_sums(const matrix_case& c) {
  const auto a = make_input<float>(c.rows * c.columns, 1);
  const auto b = make_input<float>(c.rows * c.columns, 2);
  const std::int64_t gap = c.in_stride == 0 ? 0 : c.rows + 8;
  return check_entry(shape(c), add_transposed, in(c, a),
                     in({c.columns, c.rows}, b, {.row_stride = gap}),
                     out(c,
                         reference::add_transposed(a, b, static_cast<std::size_t>(c.rows),
                                                   static_cast<std::size_t>(c.columns)),
                         kSum));
}

const tests<matrix_case, WhySlow> add_transposed_tests = {
    "AddTransposed",
    {
        {"Values", check_sums, shapes},
        {"AnyShape", check_sums, rows_up_to(200, 1024)},
    },
};

using AddTransposed = WhySlow;

TEST_F(AddTransposed, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const std::vector<matrix_case> cases = {{128, 192}, {96, 32, 64, 48}};
  check_until_failure(cases, [&](const matrix_case& c) {
    return check_moved(12.0 * c.rows * c.columns, shape(c), [&] { return check_sums(c); });
  });
}

}  // namespace
}  // namespace lesson10
