// Tests of elective 15, task 5: GELU and its gradient, where it bends and where it is straight.
#include "limits.hpp"
#include "small_model_test.hpp"

namespace lesson15 {
namespace {

template <int SIZE = 4>
bool gelu(const matrix_case& c) {
  const auto z = make_input<float>(c.rows * c.columns, 1, {-SIZE, SIZE});
  const auto bias = make_input<float>(c.columns, 2);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return reference::gelu(double{z[row * c.columns + column]} + bias[column]);
  };
  return check_entry(shape(c), bias_gelu, in(c, z), in({c.columns}, bias), out(c, want, kGelu));
}

template <int SIZE = 4>
bool slope(const matrix_case& c) {
  const auto z = make_input<float>(c.rows * c.columns, 1, {-SIZE, SIZE});
  const auto bias = make_input<float>(c.columns, 2), dy = make_input<float>(z.size(), 3);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    const std::int64_t i = row * c.columns + column;
    return dy[i] * reference::gelu_slope(double{z[i]} + bias[column]);
  };
  return check_entry(shape(c), bias_gelu_backward, in(c, z), in({c.columns}, bias),
                     in({c.rows, c.columns}, dy), out(c, want, kGeluSlope));
}

const std::vector<matrix_case> kLayers = {{1, 1},   {64, 64}, {3, 255}, {4, 256},
                                          {5, 257}, {7, 211}, {2, 700}, {300, 5}};
const std::vector<matrix_case> kPaddedLayers = {
    {5, 257, 300}, {7, 211, 219, 0, 3}, {9, 64, 80, 96}};

const tests<matrix_case> bias_gelu_tests = {
    "BiasGelu",
    {
        {"TwoRows", gelu<>, {{2, 8}}},
        {"NothingToDo", gelu<>, {{0, 8}}},
        {"NothingToDo", slope<>, {{0, 8}}},
        {"Shapes", gelu<>, kLayers},
        // gelu(u) is u or 0 there, and nothing may overflow.
        {"FarFromZero", gelu<200>, {{4, 300}}},
        {"PaddedRows", gelu<>, kPaddedLayers},
        {"SlopeOfTwoRows", slope<>, {{2, 8}}},
        {"SlopeShapes", slope<>, kLayers},
        {"SlopeFarFromZero", slope<200>, {{4, 300}}},
        {"SlopePaddedRows", slope<>, kPaddedLayers},
        {"AnyShape", gelu<>, rows_up_to(300, 700)},
        {"AnyShape", slope<>, rows_up_to(300, 700)},
    },
};

}  // namespace
}  // namespace lesson15
