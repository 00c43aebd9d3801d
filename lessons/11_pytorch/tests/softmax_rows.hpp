// Compares a softmax by a C function with the oracle, for the tests of both functions.
#pragma once
#include "pytorch_test.hpp"

namespace lesson11 {

class softmax_rows : public operator_test {
 public:
  /// `run(where, x, y)` on random values. \returns is everything right?
  template <class T, class Run>
  static bool check(Run run, const matrix_case& c) {
    const kw::device device = kw::default_device();
    const auto values = make_input<T>(c.rows * c.columns, 1, {-6, 6});
    const kw::buffer<T, 2> x(device, {c.rows, c.columns}, values, c.in());
    const kw::buffer<T, 2> y(device, {c.rows, c.columns}, c.out());
    return run(here(), array_of(x), array_of(y)) &&
           check_close(y,
                       lesson05::reference::softmax(to_doubles(values),
                                                    static_cast<std::size_t>(c.columns)),
                       softmax_limit<T>(), shape(c));
  }

 protected:
  /// No copy of the arrays on the way: the call asks for less memory than a quarter of one.
  template <class Run>
  void check_memory(Run run) {
    const matrix_case c{512, 1024, 1100};
    const kw::buffer<float, 2> x(device(), {c.rows, c.columns},
                                 make_input<float>(c.rows * c.columns, 1), c.in());
    const kw::buffer<float, 2> y(device(), {c.rows, c.columns}, c.out());
    const auto call_once = [&] { run(here(), array_of(x), array_of(y)); };
    call_once();
    EXPECT_LT(kw::testing::largest_request(call_once), c.rows * c.columns)
        << "bytes were asked for at once: views need none, and a copy of x is four times that";
  }
};

}  // namespace lesson11
