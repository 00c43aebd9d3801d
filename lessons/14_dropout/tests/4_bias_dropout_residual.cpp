// Tests of elective 14, task 4: every shape, and strides that the random numbers must not notice.
#include "dropout_test.hpp"

namespace lesson14 {
namespace {

// x + bias rounds, the scale three times, the last sum once. Terms are below 4, and 1 / (1 - p) at
// most 10, so an absolute error of 2^-24 times 45 is never reached by rounding alone.
constexpr tolerance kFused{45 * 0x1p-24, 5 * 0x1p-24,
                           "float32: two sums and the three roundings of the scale"};

struct layer_case {
  matrix_case matrix;
  float p = 0.1f;
  int seed = 3;
};

bool check_layer(const layer_case& l) {
  const matrix_case& c = l.matrix;
  const auto x = input(c.rows * c.columns), residual = input(c.rows * c.columns, 3);
  const auto bias = input(c.columns, 2);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    const std::int64_t i = row * c.columns + column;
    return residual[i] + reference::dropped(double{x[i]} + bias[column], i, l.p, l.seed);
  };
  return check_entry(shape(c) + ", p = " + std::to_string(l.p), bias_dropout_residual, in(c, x),
                     in({c.columns}, bias), in({c.rows, c.columns}, residual), l.p, l.seed,
                     out(c, want, kFused));
}
bool check_a_tenth(const matrix_case& c) {
  return check_layer({c});
}
bool check_nine_tenths(const matrix_case& c) {
  return check_layer({c, 0.9f, 8});
}
bool check_a_half(const matrix_case& c) {
  return check_layer({c, 0.5f, 1});
}

const std::vector<matrix_case> kShapes = {{1, 1},   {3, 1023}, {4, 1024}, {5, 1025},
                                          {7, 211}, {2, 3000}, {300, 5},  {40, 64}};

const tests<matrix_case> bias_dropout_residual_tests = {
    "BiasDropoutResidual",
    {
        {"TwoRows", check_a_half, {{2, 8}}},
        {"NothingToDo", check_a_half, {{0, 8}}},
        {"Shapes", check_a_tenth, kShapes},
        {"PaddedRows", check_nine_tenths, {{5, 1025, 1100}, {7, 211, 219, 0, 3}, {9, 64, 80, 96}}},
        {"AnyShape", check_a_tenth, rows_up_to(200, 3000)},
    },
};

}  // namespace
}  // namespace lesson14
