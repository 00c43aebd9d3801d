// What the tests of lesson 04's tasks over rows have in common.
#pragma once
#include "reductions.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "reductions_reference.hpp"
#include "sum_limit.hpp"

namespace lesson04 {

using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::make_input;
using kw::testing::matrix_case;
using kw::testing::shape;
using kw::testing::to_doubles;
using kw::testing::tolerance;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr tolerance kExact{0.0, 0.0, "nothing is rounded"};

// Rows of one element; around a block of 1024 and around two; a prime; long; few and many.
inline const std::vector<matrix_case> kShapes = {{1, 1},   {3, 1023}, {4, 1024}, {5, 1025},
                                                 {7, 211}, {2, 2048}, {3, 2049}, {2, 9973},
                                                 {300, 5}, {0, 17}};
inline const std::vector<matrix_case> kPaddedRows = {
    {5, 1025, 1100}, {7, 211, 219, 0, 3}, {3, 2048, 2048, 0, 1}};

class row_test : public kw::testing::lesson_test {
 protected:
  template <class T, class Out>
  using function = void (*)(kw::view<const T, 2>, kw::view<Out>);

  template <class T, class Out>
  bool check(function<T, Out> call, const matrix_case& c, const std::vector<T>& x,
             const std::vector<double>& want, tolerance limit) {
    const kw::buffer<T, 2> x_buffer(device(), {c.rows, c.columns}, x, c.in());
    const kw::buffer<Out> out(device(), {c.rows});
    call(x_buffer.cview(), out.view());
    return check_close(out, want, limit, shape(c));
  }

  /// For a sum, or for a mean with `divisor` = columns.
  template <class T>
  bool check_sum(function<T, float> call, const matrix_case& c, bool mean = false) {
    const auto x = make_input<T>(c.rows * c.columns, 1);
    const std::vector<double> values = to_doubles(x);
    double largest = 0;  // of the rows' sums of |x|
    for (std::int64_t r = 0; r < c.rows; ++r) {
      const double sizes = reference::sum_of_sizes(values, r * c.columns, c.columns);
      largest = sizes > largest ? sizes : largest;
    }
    const std::int64_t roundings = additions_of_row(c.columns) + (mean ? 1 : 0);
    const sum_limit limit(kw::testing::dtype_name<T>(), c.columns, roundings,
                          mean ? largest / static_cast<double>(c.columns) : largest);
    return check(call, c, x,
                 mean ? reference::row_mean(values, c.rows, c.columns)
                      : reference::row_sum(values, c.rows, c.columns),
                 limit.get());
  }
};

}  // namespace lesson04
