// Tests of elective 11, task 3: the gradient of a softmax through C.
#include "softmax_rows.hpp"

namespace lesson11 {
namespace {

template <class T>
bool check_softmax_gradient(const matrix_case& c) {
  const std::int64_t n = c.rows * c.columns;
  std::vector<T> y;
  for (const double p :
       lesson05::reference::softmax(to_doubles(make_input<float>(n, 1, {-4, 4})), c.columns)) {
    y.push_back(kw::core::convert<T>(p));
  }
  const auto dy = make_input<T>(n, 2);
  tolerance wide = lesson05::limit<T>();  // dy - sum cancels: what remains of a rounding is a part
  wide.abs = sizeof(T) == 4 ? 2e-7 : 1e-6;  // of y
  using input = kw::view<const T, 2>;
  return check_entry(
      shape(c), by_c<kw_softmax_backward, input, input, kw::view<T, 2>>, in(c, y),
      in({c.rows, c.columns}, dy),
      out(c, lesson05::reference::softmax_backward(to_doubles(y), to_doubles(dy), c.columns),
          wide));
}

class SoftmaxGradient : public operator_test {
 protected:
  /// The call must be refused.
  void refused(c_array y, c_array dy, c_array dx, outcome code, const std::string& word) {
    expect_refusal([&](place where) { return kw_softmax_backward(where, y, dy, dx); }, code,
                   {word});
  }
};

constexpr auto kSlopes = check_softmax_gradient<float>;

const tests<matrix_case, SoftmaxGradient> softmax_gradient_tests = {
    "SoftmaxGradient",
    {
        {"TwoRowsOfFive", kSlopes, {{2, 5}}},
        {"Shapes", kSlopes, {{1, 1}, {37, 781}, {4, 1024}, {3, 1025}, {2, 4096}}},
        {"PaddedRowsAndTypes", kSlopes, {{7, 781, 1024, 800}, {5, 1024, 0, 1100, 1}}},
        {"PaddedRowsAndTypes", check_softmax_gradient<float16_t>, {{37, 781, 800, 790}}},
        {"PaddedRowsAndTypes", check_softmax_gradient<bfloat16_t>, {{37, 781, 800, 790}}},
    },
};

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
