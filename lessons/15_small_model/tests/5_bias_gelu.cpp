// Tests of elective 15, task 5: GELU and its gradient, where it bends and where it is straight.
#include "limits.hpp"
#include "small_model_test.hpp"

namespace lesson15 {
namespace {

class BiasGelu : public kw::testing::lesson_test {
 protected:
  bool forward(const matrix_case& c, kw::testing::input_range range = {-4, 4}) {
    const auto z = make_input<float>(c.rows * c.columns, 1, range);
    const auto bias = make_input<float>(c.columns, 2);
    const kw::buffer<float, 2> z_buffer(device(), {c.rows, c.columns}, z, c.in());
    const kw::buffer<float> bias_buffer(device(), {c.columns}, bias);
    const kw::buffer<float, 2> y(device(), {c.rows, c.columns}, c.out());
    bias_gelu(z_buffer.cview(), bias_buffer.cview(), y.view());
    const auto a = to_doubles(z), b = to_doubles(bias);
    return check_close(y, reference::bias_gelu(a, b), kGelu, shape(c));
  }

  bool backward(const matrix_case& c, kw::testing::input_range range = {-4, 4}) {
    const auto z = make_input<float>(c.rows * c.columns, 1, range);
    const auto bias = make_input<float>(c.columns, 2), dy = make_input<float>(z.size(), 3);
    const kw::buffer<float, 2> z_buffer(device(), {c.rows, c.columns}, z, c.in());
    const kw::buffer<float> bias_buffer(device(), {c.columns}, bias);
    const kw::buffer<float, 2> dy_buffer(device(), {c.rows, c.columns}, dy);
    const kw::buffer<float, 2> dz(device(), {c.rows, c.columns}, c.out());
    bias_gelu_backward(z_buffer.cview(), bias_buffer.cview(), dy_buffer.cview(), dz.view());
    const auto a = to_doubles(z), b = to_doubles(bias), above = to_doubles(dy);
    return check_close(dz, reference::bias_gelu_backward(a, b, above), kGeluSlope, shape(c));
  }

  const std::vector<matrix_case> cases_ = {{1, 1},   {64, 64}, {3, 255}, {4, 256},
                                           {5, 257}, {7, 211}, {2, 700}, {300, 5}};
  const std::vector<matrix_case> padded_ = {{5, 257, 300}, {7, 211, 219, 0, 3}, {9, 64, 80, 96}};
};

TEST_F(BiasGelu, TwoRows) {
  forward({2, 8});
}

TEST_F(BiasGelu, NothingToDo) {
  forward({0, 8});
  backward({0, 8});
}

TEST_F(BiasGelu, Shapes) {
  check_until_failure(cases_, [&](const matrix_case& c) { return forward(c); });
}

TEST_F(BiasGelu, FarFromZero) {  // gelu(u) is u or 0 there, and nothing may overflow
  forward({4, 300}, {-200, 200});
}

TEST_F(BiasGelu, PaddedRows) {
  check_until_failure(padded_, [&](const matrix_case& c) { return forward(c); });
}

TEST_F(BiasGelu, SlopeOfTwoRows) {
  backward({2, 8});
}

TEST_F(BiasGelu, SlopeShapes) {
  check_until_failure(cases_, [&](const matrix_case& c) { return backward(c); });
}

TEST_F(BiasGelu, SlopeFarFromZero) {
  backward({4, 300}, {-200, 200});
}

TEST_F(BiasGelu, SlopePaddedRows) {
  check_until_failure(padded_, [&](const matrix_case& c) { return backward(c); });
}

}  // namespace
}  // namespace lesson15
