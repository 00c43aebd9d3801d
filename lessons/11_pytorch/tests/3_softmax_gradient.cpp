// Tests of elective 11, task 3: the gradient of a softmax through C.
#include <kernelwright/testing/drawn_sizes.hpp>

#include "softmax_rows.hpp"

namespace lesson11 {
namespace {

class SoftmaxGradient : public operator_test {
 protected:
  template <class T>
  bool check(const matrix_case& c) {
    const std::int64_t n = c.rows * c.columns;
    const auto columns = static_cast<std::size_t>(c.columns);
    std::vector<T> y;
    for (const double p :
         lesson05::reference::softmax(to_doubles(make_input<float>(n, 1, {-4, 4})), columns)) {
      y.push_back(kw::core::convert<T>(p));
    }
    const auto dy = make_input<T>(n, 2);
    const kw::buffer<T, 2> y_buffer(device(), {c.rows, c.columns}, y, c.in());
    const kw::buffer<T, 2> dy_buffer(device(), {c.rows, c.columns}, dy);
    const kw::buffer<T, 2> dx(device(), {c.rows, c.columns}, c.out());
    tolerance wide = softmax_limit<T>();  // dy - sum cancels: what remains of a rounding is a part
    wide.abs = sizeof(T) == 4 ? 2e-7 : 1e-6;  // of y
    return expect_done(
               [&] {
                 return kw_softmax_backward(here(), array_of(y_buffer), array_of(dy_buffer),
                                            array_of(dx));
               },
               shape(c)) &&
           check_close(
               dx, lesson05::reference::softmax_backward(to_doubles(y), to_doubles(dy), columns),
               wide, shape(c));
  }
  template <class T>
  void check_all(const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check<T>(c); });
  }
  /// The call must be refused.
  void refused(c_array y, c_array dy, c_array dx, outcome code, const std::string& word) {
    expect_refusal([&](place where) { return kw_softmax_backward(where, y, dy, dx); }, code,
                   {word});
  }
};

TEST_F(SoftmaxGradient, TwoRowsOfFive) {
  check<float>({2, 5});
}

TEST_F(SoftmaxGradient, Shapes) {
  check_all<float>({{1, 1}, {37, 781}, {4, 1024}, {3, 1025}, {2, 4096}});
}

TEST_F(SoftmaxGradient, PaddedRowsAndTypes) {
  check_all<float>({{7, 781, 1024, 800}, {5, 1024, 0, 1100, 1}});
  check_all<float16_t>({{37, 781, 800, 790}});
  check_all<bfloat16_t>({{37, 781, 800, 790}});
}

TEST_F(SoftmaxGradient, Refusals) {
  const kw::buffer<float, 2> y(device(), {3, 40}, make_input<float>(120, 1)),
      dy(device(), {3, 40}, make_input<float>(120, 2)), dx(device(), {3, 40});
  const c_array good_y = array_of(y), good_dy = array_of(dy), good_dx = array_of(dx);
  expect_done_except_nowhere(
      [&](place where) { return kw_softmax_backward(where, good_y, good_dy, good_dx); });
  c_array bad = good_dy;
  bad.type = element::float16;
  refused(good_y, bad, good_dx, outcome::wrong_type, "dy");
  bad = good_dx;
  bad.sizes[0] = 2;
  refused(good_y, good_dy, bad, outcome::wrong_argument, "dx");
  bad = good_dx;
  bad.strides[1] = 2;
  refused(good_y, good_dy, bad, outcome::wrong_argument, "dx");
}

TEST_F(SoftmaxGradient, RowsLongerThanATile) {
  const std::int64_t columns = kw::testing::drawn_size(4097, 6000);
  const auto values = make_input<float>(columns, 1);
  const kw::buffer<float, 2> y(device(), {1, columns}, values), dx(device(), {1, columns});
  c_array from = array_of(y), to = array_of(dx);
  refused(from, from, to, outcome::wrong_argument, std::to_string(columns));
  from.sizes[1] = to.sizes[1] = 4096;
  expect_done_except_nowhere(
      [&](place where) { return kw_softmax_backward(where, from, from, to); });
}

}  // namespace
}  // namespace lesson11
