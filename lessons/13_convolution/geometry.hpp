/// \file
/// The sizes of a convolution, which every kernel of elective 13 takes as one argument.
#pragma once

#include <kernelwright/tensor.hpp>

namespace lesson13 {

/// Sizes of images, filters and results, and how the filters step.
struct geometry {
  int images = 0, channels = 0, height = 0, width = 0;  ///< of x
  int filters = 0, r = 0, s = 0;                        ///< of w: r rows, s columns
  int rows = 0, columns = 0;                            ///< of the result
  int stride = 1, padding = 0;

  /// Places at which the filters are applied, over all images.
  KW_HD constexpr int places() const { return images * rows * columns; }
  /// Elements of one filter, and so of one row of `patches`.
  KW_HD constexpr int taps() const { return r * s * channels; }
};

/// How many places a filter of `taps` elements has along an axis of `length` elements.
constexpr int places_along(int length, int taps, int stride, int padding) {
  return (length + 2 * padding - taps) / stride + 1;
}

/// For images `[n, channels, height, width]` and filters `[filters, channels, r, s]`; or with the
/// channels last, at axis 3, and rows and columns at axes 1 and 2.
template <class T>
geometry geometry_of(const kw::view<const T, 4>& x, const kw::view<const T, 4>& w, int stride,
                     int padding, int channels = 1, int height = 2, int width = 3) {
  const auto size = [](const auto& v, int axis) { return kw::narrow<int>(v.extent(axis)); };
  geometry g{size(x, 0), size(x, channels), size(x, height), size(x, width),
             size(w, 0), size(w, height),   size(w, width)};
  g.rows = places_along(g.height, g.r, stride, padding);
  g.columns = places_along(g.width, g.s, stride, padding);
  g.stride = stride;
  g.padding = padding;
  return g;
}
template <class T>
geometry geometry_of_nhwc(const kw::view<const T, 4>& x, const kw::view<const T, 4>& w, int stride,
                          int padding) {
  return geometry_of(x, w, stride, padding, 3, 1, 2);
}

}  // namespace lesson13
