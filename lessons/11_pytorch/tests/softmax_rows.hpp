// Compares a softmax by a C function with the oracle, for the tests of both functions.
#pragma once
#include "pytorch_test.hpp"

namespace lesson11 {

/// A softmax of random values. \tparam Function kw_softmax, or a function that is called like it
template <auto Function, class T>
bool check_softmax(const matrix_case& c) {
  const auto x = make_input<T>(c.rows * c.columns, 1, {-6, 6});
  return check_entry(
      shape(c), by_c<Function, kw::view<const T, 2>, kw::view<T, 2>>, in(c, x),
      out(c, lesson05::reference::softmax(to_doubles(x), c.columns), lesson05::limit<T>()));
}

/// No copy of the arrays on the way: the call asks for less memory than a quarter of one.
template <auto Function>
bool copies_nothing(const matrix_case& c) {
  const kw::device device = kw::default_device();
  const kw::buffer<float, 2> x(device, {c.rows, c.columns},
                               make_input<float>(c.rows * c.columns, 1), c.in());
  const kw::buffer<float, 2> y(device, {c.rows, c.columns}, c.out());
  const auto call_once = [&] { by_c<Function>(x.cview(), y.view()); };
  call_once();
  EXPECT_LT(largest_request(call_once), c.rows * c.columns)
      << "bytes were asked for at once: views need none, and a copy of x is four times that";
  return !::testing::Test::HasFailure();
}

}  // namespace lesson11
