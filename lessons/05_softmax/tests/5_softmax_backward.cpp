// Tests of lesson 05, task 5: the gradient, compared with its formula and with finite differences.
#include "softmax.hpp"

#include "softmax_cases.hpp"

using namespace lesson05;

namespace {

class SoftmaxBackward : public kw::testing::lesson_test {
 protected:
  /// The kernel's output for the softmax of random values.
  template <class T>
  bool check(const matrix_case& c) {
    const std::int64_t n = c.rows * c.columns;
    const auto probabilities = reference::softmax(to_doubles(make_input<float>(n, 1, {-4, 4})),
                                                  static_cast<std::size_t>(c.columns));
    std::vector<T> y(probabilities.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] = kw::core::convert<T>(probabilities[i]);
    }
    const auto dy = make_input<T>(n, 2);
    const std::vector<double> y_values = to_doubles(y), dy_values = to_doubles(dy);
    const auto want = reference::softmax_backward(y_values, dy_values, c.columns);
    // dy - sum cancels: what remains of a rounding of dy or of the sum is a fraction of y.
    tolerance wide = limit<T>();
    wide.abs = sizeof(T) == 4 ? 2e-7 : 1e-6;
    return check_close(run(c, y, dy), want, wide, shape(c));
  }

  template <class T>
  kw::buffer<T, 2> run(const matrix_case& c, const std::vector<T>& y, const std::vector<T>& dy) {
    const kw::buffer_layout input = c.in();
    const kw::buffer<T, 2> y_buffer(device(), {c.rows, c.columns}, y, input);
    const kw::buffer<T, 2> dy_buffer(device(), {c.rows, c.columns}, dy, input);
    kw::buffer<T, 2> dx(device(), {c.rows, c.columns}, c.out());
    lesson05::softmax_backward(y_buffer.cview(), dy_buffer.cview(), dx.view());
    return dx;
  }

  template <class T>
  void check_all(const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check<T>(c); });
  }
};

TEST_F(SoftmaxBackward, TwoRowsOfFive) {
  check<float>({2, 5});
}

TEST_F(SoftmaxBackward, AgreesWithFiniteDifferences) {
  const matrix_case c{3, 19};
  const auto x = to_doubles(make_input<float>(c.rows * c.columns, 1, {-2, 2}));
  const auto dy = make_input<float>(c.rows * c.columns, 2);
  const auto probabilities = reference::softmax(x, c.columns);
  const std::vector<float> y(probabilities.begin(), probabilities.end());
  check_close(run(c, y, dy), reference::numerical_gradient(x, to_doubles(dy), c.columns),
              {1e-6, 1e-5, "float32 arithmetic, and differences over a step of 1e-5"}, shape(c));
}

TEST_F(SoftmaxBackward, Shapes) {
  check_all<float>({{1, 1},
                    {0, 7},
                    {37, 781},
                    {4, 1023},
                    {4, 1024},
                    {4, 1025},
                    {3, 3001},
                    {2, 4095},
                    {2, 4096}});
}

TEST_F(SoftmaxBackward, PaddedAndUnalignedRows) {
  check_all<float>({{7, 781, 1024, 800}, {5, 1000, 1001, 1003}, {5, 1024, 0, 0, 1}});
}

TEST_F(SoftmaxBackward, SixteenBits) {
  check_all<float16_t>({{2, 5}, {37, 781}, {4, 1024}, {2, 4096}});
  check_all<bfloat16_t>({{2, 5}, {37, 781}, {4, 1024}, {2, 4096}});
}

}  // namespace
