/// \file
/// The oracle of elective 13: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <cstddef>
#include <vector>

#include "geometry.hpp"

namespace lesson13::reference {

/// `[n]`: the filter w at every place of x, with 0 outside.
inline std::vector<double> filter_row(const std::vector<float>& x, const std::vector<float>& w) {
  std::vector<double> out(x.size());
  const auto n = static_cast<std::ptrdiff_t>(x.size()),
             taps = static_cast<std::ptrdiff_t>(w.size());
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    for (std::ptrdiff_t j = 0; j < taps; ++j) {
      const std::ptrdiff_t from = i + j - (taps - 1) / 2;
      if (from >= 0 && from < n) {
        out[static_cast<std::size_t>(i)] +=
            double{x[static_cast<std::size_t>(from)]} * w[static_cast<std::size_t>(j)];
      }
    }
  }
  return out;
}

/// Visits the elements that a filter meets at place (p, q): visit(i, j, y, x) for those in the
/// image.
template <class Visit>
void for_each_tap(const geometry& g, int p, int q, Visit visit) {
  for (int i = 0; i < g.r; ++i) {
    for (int j = 0; j < g.s; ++j) {
      const int y = p * g.stride - g.padding + i, x = q * g.stride - g.padding + j;
      if (y >= 0 && y < g.height && x >= 0 && x < g.width) {
        visit(i, j, y, x);
      }
    }
  }
}

/// Where element (n, c, y, x) is.
inline std::size_t place(bool nhwc, int channels, int height, int width, int n, int c, int y,
                         int x) {
  const std::size_t row = nhwc ? static_cast<std::size_t>(n) * height + y
                               : (static_cast<std::size_t>(n) * channels + c) * height + y;
  return nhwc ? (row * width + x) * channels + c : row * width + x;
}

/// The convolution, in the layout given: NHWC or NCHW for all of x, w and the result.
inline std::vector<double> convolve(const std::vector<double>& x, const std::vector<double>& w,
                                    const geometry& g, bool nhwc) {
  std::vector<double> out(static_cast<std::size_t>(g.places()) * g.filters);
  for (int n = 0; n < g.images; ++n) {
    for (int k = 0; k < g.filters; ++k) {
      for (int p = 0; p < g.rows; ++p) {
        for (int q = 0; q < g.columns; ++q) {
          double sum = 0;
          for_each_tap(g, p, q, [&](int i, int j, int y, int column) {
            for (int c = 0; c < g.channels; ++c) {
              sum += x[place(nhwc, g.channels, g.height, g.width, n, c, y, column)] *
                     w[place(nhwc, g.channels, g.r, g.s, k, c, i, j)];
            }
          });
          out[place(nhwc, g.filters, g.rows, g.columns, n, k, p, q)] = sum;
        }
      }
    }
  }
  return out;
}

/// `[places, taps]`, row by row.
inline std::vector<double> patches(const std::vector<double>& x, const geometry& g) {
  std::vector<double> out(static_cast<std::size_t>(g.places()) * g.taps());
  for (int m = 0; m < g.places(); ++m) {
    const int n = m / (g.rows * g.columns), p = m / g.columns % g.rows, q = m % g.columns;
    for_each_tap(g, p, q, [&](int i, int j, int y, int column) {
      for (int c = 0; c < g.channels; ++c) {
        out[static_cast<std::size_t>(m) * g.taps() + (i * g.s + j) * g.channels + c] =
            x[place(true, g.channels, g.height, g.width, n, c, y, column)];
      }
    });
  }
  return out;
}

}  // namespace lesson13::reference
