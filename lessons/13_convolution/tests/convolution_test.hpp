// What the tests of elective 13 have in common.
#pragma once
#include "convolution.hpp"

#include <kernelwright/testing/testing.hpp>

#include "convolution_reference.hpp"
#include "tests/limits.hpp"

namespace lesson13 {

using namespace kw::testing;
using kw::float16_t;

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

/// The extents of an array of images or filters, in one of two layouts.
struct array_extents {
  std::int64_t of[4];
};
inline array_extents extents(bool nhwc, int n, int channels, int height, int width) {
  return nhwc ? array_extents{{n, height, width, channels}}
              : array_extents{{n, channels, height, width}};
}

template <class T>
bool check_call(void (*call)(kw::view<const T, 4>, kw::view<const T, 4>, int, int, kw::view<T, 4>),
                const convolution_case& c, bool nhwc) {
  const geometry g = c.sizes();
  const auto x = make_input<T>(std::int64_t{g.images} * g.channels * g.height * g.width, 1);
  const auto w = make_input<T>(std::int64_t{g.filters} * g.taps(), 2);
  return check_entry(
      c.text(), call, in(extents(nhwc, g.images, g.channels, g.height, g.width).of, x),
      in(extents(nhwc, g.filters, g.channels, g.r, g.s).of, w), g.stride, g.padding,
      out(extents(nhwc, g.images, g.filters, g.rows, g.columns).of,
          reference::convolve(to_doubles(x), to_doubles(w), g, nhwc), limit<T>(g.taps())));
}
template <auto Call, bool NHWC>
bool check_convolution(const convolution_case& c) {
  return check_call(Call, c, NHWC);
}

inline convolution_case any_convolution(size_draw& d) {
  const auto below = [&](int limit) { return 1 + static_cast<int>(d.below(limit)); };
  convolution_case c{};
  c.images = below(2), c.channels = below(6), c.filters = below(6);
  c.height = below(9), c.width = below(9);
  c.padding = static_cast<int>(d.below(3));
  c.stride = below(3);
  c.r = below(std::min(4, c.height + 2 * c.padding));
  c.s = below(std::min(4, c.width + 2 * c.padding));
  return c;
}

// A window that fits, strides, padding on all sides, more padding than image, and filters as large
// as the image.
inline const std::vector<convolution_case> kCases = {
    {1, 1, 5, 7, 1, 3, 3, 1, 1},  {2, 3, 9, 11, 4, 3, 3, 1, 0}, {1, 4, 8, 8, 5, 5, 5, 2, 2},
    {2, 2, 7, 13, 3, 1, 1, 1, 0}, {1, 3, 10, 6, 2, 2, 4, 3, 1}, {1, 2, 4, 4, 3, 4, 4, 1, 0},
    {1, 1, 2, 2, 2, 3, 3, 1, 2}};

}  // namespace lesson13
