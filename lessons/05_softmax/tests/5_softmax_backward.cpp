// Tests of lesson 05, task 5: the gradient, compared with its formula and with finite differences.
#include "softmax_cases.hpp"

namespace lesson05 {
namespace {

/// The gradient at the softmax of random values.
template <class T>
bool check_backward(const matrix_case& c) {
  const std::int64_t n = c.rows * c.columns;
  std::vector<T> y;
  for (const double p :
       reference::softmax(to_doubles(make_input<float>(n, 1, {-4, 4})), c.columns)) {
    y.push_back(kw::core::convert<T>(p));
  }
  const auto dy = make_input<T>(n, 2);
  // dy - sum cancels: what remains of a rounding of dy or of the sum is a fraction of y.
  tolerance wide = limit<T>();
  wide.abs = sizeof(T) == 4 ? 2e-7 : 1e-6;
  return check_entry(
      shape(c), softmax_backward<T>, in(c, y), in(c, dy),
      out(c, reference::softmax_backward(to_doubles(y), to_doubles(dy), c.columns), wide));
}

bool check_slopes(const matrix_case& c) {
  const auto x = to_doubles(make_input<float>(c.rows * c.columns, 1, {-2, 2}));
  const auto dy = make_input<float>(c.rows * c.columns, 2);
  const auto probabilities = reference::softmax(x, c.columns);
  const std::vector<float> y(probabilities.begin(), probabilities.end());
  return check_entry(shape(c), softmax_backward<float>, in(c, y), in(c, dy),
                     out(c, reference::numerical_gradient(x, to_doubles(dy), c.columns),
                         {1e-6, 1e-5, "float32 arithmetic, and differences over a step of 1e-5"}));
}

const std::vector<matrix_case> kWidths = {{1, 1},    {0, 7},    {37, 781}, {4, 1023}, {4, 1024},
                                          {4, 1025}, {3, 3001}, {2, 4095}, {2, 4096}};
const std::vector<matrix_case> kWidthsOf16Bits = {{2, 5}, {37, 781}, {4, 1024}, {2, 4096}};

const tests<matrix_case> softmax_backward_tests = {
    "SoftmaxBackward",
    {
        {"TwoRowsOfFive", check_backward<float>, {{2, 5}}},
        {"AgreesWithFiniteDifferences", check_slopes, {{3, 19}}},
        {"Shapes", check_backward<float>, kWidths},
        {"PaddedAndUnalignedRows",
         check_backward<float>,
         {{7, 781, 1024, 800}, {5, 1000, 1001, 1003}, {5, 1024, 0, 0, 1}}},
        {"SixteenBits", check_backward<float16_t>, kWidthsOf16Bits},
        {"SixteenBits", check_backward<bfloat16_t>, kWidthsOf16Bits},
        {"AnyShape", check_backward<float>, rows_up_to(100, kLongestBackwardTile)},
        {"AnyShape", check_backward<float16_t>, rows_up_to(100, kLongestBackwardTile)},
        {"AnyShape", check_backward<bfloat16_t>, rows_up_to(100, kLongestBackwardTile)},
    },
};

}  // namespace
}  // namespace lesson05
