// Tests of elective 10, task 6: a matrix and the transpose of another one, and what is moved.
#include "tests/why_slow_test.hpp"

namespace lesson10 {
namespace {

constexpr tolerance kSum{0.0, 0x1p-24, "float32: one sum, rounded once"};

class AddTransposed : public WhySlow {
 protected:
  bool check(const matrix_case& c) {
    const auto a = make_input<float>(c.rows * c.columns, 1);
    const auto b = make_input<float>(c.rows * c.columns, 2);
    const std::int64_t gap = c.in_stride == 0 ? 0 : c.rows + 8;
    const kw::buffer<float, 2> left(device(), {c.rows, c.columns}, a, c.in());
    const kw::buffer<float, 2> right(device(), {c.columns, c.rows}, b, {.row_stride = gap});
    const kw::buffer<float, 2> out(device(), {c.rows, c.columns}, c.out());
    add_transposed(left.cview(), right.cview(), out.view());
    return check_close(out,
                       reference::add_transposed(a, b, static_cast<std::size_t>(c.rows),
                                                 static_cast<std::size_t>(c.columns)),
                       kSum, shape(c));
  }
};

TEST_F(AddTransposed, Values) {
  check_until_failure(shapes(), [&](const matrix_case& c) { return check(c); });
}

TEST_F(AddTransposed, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const std::vector<matrix_case> cases = {{128, 192}, {96, 32, 64, 48}};
  check_until_failure(cases, [&](const matrix_case& c) {
    return check_moved(12.0 * c.rows * c.columns, shape(c), [&] { return check(c); });
  });
}

}  // namespace
}  // namespace lesson10
