// What the tests of elective 13 have in common.
#pragma once
#include "convolution.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "convolution_reference.hpp"
#include "tests/limits.hpp"

namespace lesson13 {

using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::make_input;
using kw::testing::to_doubles;
using kw::testing::tolerance;

constexpr tolerance kExact{0.0, 0.0, "elements are copied"};

/// Images and filters of a convolution, from which the contract's sizes follow.
struct convolution_case {
  int images, channels, height, width, filters, r, s, stride, padding;

  geometry sizes() const {
    geometry g{images, channels, height, width, filters, r, s};
    g.rows = places_along(height, r, stride, padding);
    g.columns = places_along(width, s, stride, padding);
    g.stride = stride;
    g.padding = padding;
    return g;
  }
  std::string text() const {
    return "x " + std::to_string(images) + " x " + std::to_string(channels) + " x " +
           std::to_string(height) + " x " + std::to_string(width) + ", " + std::to_string(filters) +
           " filters of " + std::to_string(r) + " x " + std::to_string(s) + ", stride " +
           std::to_string(stride) + ", padding " + std::to_string(padding);
  }
};

/// A case, with x, w and out in one layout.
template <class T>
class convolution_test : public kw::testing::lesson_test {
 protected:
  using function = void (*)(kw::view<const T, 4>, kw::view<const T, 4>, int, int, kw::view<T, 4>);

  bool check(function call, const convolution_case& c, bool nhwc) {
    const geometry g = c.sizes();
    const auto x = make_input<T>(std::int64_t{g.images} * g.channels * g.height * g.width, 1);
    const auto w = make_input<T>(std::int64_t{g.filters} * g.taps(), 2);
    const kw::buffer<T, 4> x_buffer(device(),
                                    shape(nhwc, g.images, g.channels, g.height, g.width).of, x);
    const kw::buffer<T, 4> w_buffer(device(), shape(nhwc, g.filters, g.channels, g.r, g.s).of, w);
    const kw::buffer<T, 4> out(device(), shape(nhwc, g.images, g.filters, g.rows, g.columns).of);
    call(x_buffer.cview(), w_buffer.cview(), g.stride, g.padding, out.view());
    const auto images = to_doubles(x), filters = to_doubles(w);
    return check_close(out, reference::convolve(images, filters, g, nhwc), limit<T>(g.taps()),
                       c.text());
  }

 private:
  struct extents {
    std::int64_t of[4];
  };
  static extents shape(bool nhwc, int n, int channels, int height, int width) {
    return nhwc ? extents{{n, height, width, channels}} : extents{{n, channels, height, width}};
  }
};

// A window that fits, strides, padding on all sides, more padding than image, and filters as large
// as the image.
inline const std::vector<convolution_case> kCases = {
    {1, 1, 5, 7, 1, 3, 3, 1, 1},  {2, 3, 9, 11, 4, 3, 3, 1, 0}, {1, 4, 8, 8, 5, 5, 5, 2, 2},
    {2, 2, 7, 13, 3, 1, 1, 1, 0}, {1, 3, 10, 6, 2, 2, 4, 3, 1}, {1, 2, 4, 4, 3, 4, 4, 1, 0},
    {1, 1, 2, 2, 2, 3, 3, 1, 2}};

}  // namespace lesson13
