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

/// For images `[n, channels, height, width]` and filters `[filters, channels, r, s]`.
template <class T>
geometry geometry_of(const kw::view<const T, 4>& x, const kw::view<const T, 4>& w, int stride,
                     int padding) {
  const auto size = [](const auto& v, int axis) { return kw::narrow<int>(v.extent(axis)); };
  geometry g{size(x, 0), size(x, 1), size(x, 2), size(x, 3), size(w, 0), size(w, 2), size(w, 3)};
  g.rows = places_along(g.height, g.r, stride, padding);
  g.columns = places_along(g.width, g.s, stride, padding);
  g.stride = stride;
  g.padding = padding;
  return g;
}

/// For images `[n, height, width, channels]` and filters `[filters, r, s, channels]`.
template <class T>
geometry geometry_of_nhwc(const kw::view<const T, 4>& x, const kw::view<const T, 4>& w, int stride,
                          int padding) {
  const auto size = [](const auto& v, int axis) { return kw::narrow<int>(v.extent(axis)); };
  geometry g{size(x, 0), size(x, 3), size(x, 1), size(x, 2), size(w, 0), size(w, 1), size(w, 2)};
  g.rows = places_along(g.height, g.r, stride, padding);
  g.columns = places_along(g.width, g.s, stride, padding);
  g.stride = stride;
  g.padding = padding;
  return g;
}

}  // namespace lesson13
