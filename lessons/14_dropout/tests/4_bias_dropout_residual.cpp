// Tests of elective 14, task 4: every shape, and strides that the random numbers must not notice.
#include "dropout_test.hpp"

namespace lesson14 {
namespace {

using kw::testing::matrix_case;
using kw::testing::shape;

// x + bias rounds, the scale three times, the last sum once. Terms are below 4, and 1 / (1 - p) at
// most 10, so an absolute error of 2^-24 times 45 is never reached by rounding alone.
constexpr tolerance kFused{45 * 0x1p-24, 5 * 0x1p-24,
                           "float32: two sums and the three roundings of the scale"};

class BiasDropoutResidual : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c, float p, int seed) {
    const auto x = input(c.rows * c.columns), residual = input(c.rows * c.columns, 3);
    const auto bias = input(c.columns, 2);
    const kw::buffer<float, 2> x_buffer(device(), {c.rows, c.columns}, x, c.in());
    const kw::buffer<float> bias_buffer(device(), {c.columns}, bias);
    const kw::buffer<float, 2> residual_buffer(device(), {c.rows, c.columns}, residual);
    const kw::buffer<float, 2> out(device(), {c.rows, c.columns}, c.out());
    bias_dropout_residual(x_buffer.cview(), bias_buffer.cview(), residual_buffer.cview(), p, seed,
                          out.view());
    return check_close(out, reference::bias_dropout_residual(x, bias, residual, p, seed), kFused,
                       shape(c) + ", p = " + std::to_string(p));
  }
};

TEST_F(BiasDropoutResidual, TwoRows) {
  check({2, 8}, 0.5f, 1);
}

TEST_F(BiasDropoutResidual, NothingToDo) {
  check({0, 8}, 0.5f, 1);
}

TEST_F(BiasDropoutResidual, Shapes) {
  const std::vector<matrix_case> cases = {{1, 1},   {3, 1023}, {4, 1024}, {5, 1025},
                                          {7, 211}, {2, 3000}, {300, 5},  {40, 64}};
  check_until_failure(cases, [&](const matrix_case& c) { return check(c, 0.1f, 3); });
}

TEST_F(BiasDropoutResidual, PaddedRows) {
  const std::vector<matrix_case> cases = {{5, 1025, 1100}, {7, 211, 219, 0, 3}, {9, 64, 80, 96}};
  check_until_failure(cases, [&](const matrix_case& c) { return check(c, 0.9f, 8); });
}

}  // namespace
}  // namespace lesson14
