/// \file
/// What likely mistakes in elective 13 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "convolution_reference.hpp"

namespace lesson13::reference {

/// Of `[n]` a filter along a row: where tap j reads for element i, and which taps there are.
inline kw::testing::suspects of_filter_row(const std::vector<float>& x,
                                           const std::vector<float>& w) {
  using size = std::ptrdiff_t;
  struct change {
    size (*from)(size i, size j, size taps, size n);
    size first = 0, left_out = 0;                // taps at the ends
    size (*outside)(size at, size n) = nullptr;  // what an element outside is; null: 0
  };
  constexpr auto kFrom = [](size i, size j, size taps, size) { return i + j - (taps - 1) / 2; };
  return kw::testing::with_changes<change>(
      {{"with the filter turned around: tap j meets the element j before the last of the window",
        {[](size i, size j, size taps, size) { return i + (taps - 1 - j) - (taps - 1) / 2; }}},
       {"by walking backwards from the element in the middle",
        {[](size i, size j, size taps, size) { return i - (j - (taps - 1) / 2); }}},
       {"without centring the filter: element i is the first of its window",
        {[](size i, size j, size, size) { return i + j; }}},
       {"with element i as the last of its window",
        {[](size i, size j, size taps, size) { return i + j - (taps - 1); }}},
       {"with the middle at taps / 2, where it is at (taps - 1) / 2",
        {[](size i, size j, size taps, size) { return i + j - taps / 2; }}},
       {"with a window that begins one element too far",
        {[](size i, size j, size taps, size) { return i + j - (taps - 1) / 2 + 1; }}},
       {"with a window that begins one element too early",
        {[](size i, size j, size taps, size) { return i + j - (taps - 1) / 2 - 1; }}},
       {"by multiplying the element itself by every tap",
        {[](size i, size, size, size) { return i; }}},
       {"without the first tap", {kFrom, 1, 0}},
       {"without the last tap", {kFrom, 0, 1}},
       {"by repeating the last element past the ends, where 0 is meant",
        {kFrom, 0, 0, [](size at, size n) { return std::clamp<size>(at, 0, n - 1); }}},
       {"by beginning again at the other end, where 0 is meant",
        {kFrom, 0, 0, [](size at, size n) { return (at % n + n) % n; }}}},
      [&x, &w](const change& by) {
        const auto n = static_cast<size>(x.size()), taps = static_cast<size>(w.size());
        std::vector<double> out(x.size());
        for (size i = 0; i < n; ++i) {
          for (size j = by.first; j < taps - by.left_out; ++j) {
            size at = by.from(i, j, taps, n);
            at = by.outside == nullptr ? at : by.outside(at, n);
            if (at >= 0 && at < n) {
              out[static_cast<std::size_t>(i)] +=
                  double{x[static_cast<std::size_t>(at)]} * w[static_cast<std::size_t>(j)];
            }
          }
        }
        return out;
      });
}

/// A convolution in which the window lies elsewhere, or some of its elements do not count.
struct convolution_change {
  bool rows_turned = false, columns_turned = false;  // the filter
  bool axes_exchanged = false;                       // rows and columns of the window
  bool no_stride = false, no_padding = false, padding_added = false;
  // The same for one axis alone.
  bool row_without_stride = false, column_without_stride = false, row_without_padding = false,
       column_without_padding = false;
  bool stride_in_window = false;  // the step is within the window, as of a dilated one
  int first_channel = 0, last_channel = 0, first_row = 0, last_row = 0, first_column = 0,
      last_column = 0;     // how many are left out at either end
  bool channel_0 = false;  // of the image, for every channel of the filter
  bool image_0 = false, filter_0 = false;
  bool wrapped = false;        // past the edge of a row: pixels of the next one, and not 0
  bool taps_reversed = false;  // channel, row and column of a tap in the order of the other layout
  bool clamped = false;        // past the edges: the last pixel, and not 0
};

inline std::vector<double> changed_convolution(const std::vector<double>& x,
                                               const std::vector<double>& w, const geometry& g,
                                               bool nhwc, const convolution_change& by) {
  std::vector<double> out(static_cast<std::size_t>(g.places()) * g.filters);
  const int stride = by.no_stride || by.stride_in_window ? 1 : g.stride;
  const int within = by.stride_in_window ? g.stride : 1;
  const int shift = by.no_padding ? 0 : by.padding_added ? g.padding : -g.padding;
  const auto sum_at = [&](int n, int k, int p, int q) {
    double sum = 0;
    for (int i = by.first_row; i < g.r - by.last_row; ++i) {
      for (int j = by.first_column; j < g.s - by.last_column; ++j) {
        int y = p * (by.row_without_stride ? 1 : stride) + (by.row_without_padding ? 0 : shift) +
                (by.axes_exchanged ? j : i) * within;
        int column = q * (by.column_without_stride ? 1 : stride) +
                     (by.column_without_padding ? 0 : shift) + (by.axes_exchanged ? i : j) * within;
        if (by.clamped) {
          y = std::clamp(y, 0, g.height - 1), column = std::clamp(column, 0, g.width - 1);
        }
        if (by.wrapped) {
          const int pixel = y * g.width + column;
          y = pixel < 0 ? -1 : pixel / g.width, column = pixel < 0 ? -1 : pixel % g.width;
        }
        if (y < 0 || y >= g.height || column < 0 || column >= g.width) {
          continue;
        }
        const int row = by.rows_turned ? g.r - 1 - i : i;
        const int tap = by.columns_turned ? g.s - 1 - j : j;
        for (int c = by.first_channel; c < g.channels - by.last_channel; ++c) {
          sum += x[place(nhwc, g.channels, g.height, g.width, by.image_0 ? 0 : n,
                         by.channel_0 ? 0 : c, y, column)] *
                 w[place(nhwc != by.taps_reversed, g.channels, g.r, g.s, by.filter_0 ? 0 : k, c,
                         row, tap)];
        }
      }
    }
    return sum;
  };
  for (int n = 0; n < g.images; ++n) {
    for (int k = 0; k < g.filters; ++k) {
      for (int p = 0; p < g.rows; ++p) {
        for (int q = 0; q < g.columns; ++q) {
          out[place(nhwc, g.filters, g.rows, g.columns, n, k, p, q)] = sum_at(n, k, p, q);
        }
      }
    }
  }
  return out;
}

/// Of a convolution in either layout.
inline kw::testing::suspects of_convolution(const std::vector<double>& x,
                                            const std::vector<double>& w, const geometry& g,
                                            bool nhwc) {
  return kw::testing::with_changes<convolution_change>(
      {{"with the rows of the filter turned upside down", {.rows_turned = true}},
       {"with the columns of the filter turned around", {.columns_turned = true}},
       {"with the filter turned around in both directions",
        {.rows_turned = true, .columns_turned = true}},
       {"with rows and columns of the window exchanged", {.axes_exchanged = true}},
       {"without the stride", {.no_stride = true}},
       {"without the stride in the rows", {.row_without_stride = true}},
       {"without the stride in the columns", {.column_without_stride = true}},
       {"without the padding in the rows", {.row_without_padding = true}},
       {"without the padding in the columns", {.column_without_padding = true}},
       {"with the stride inside of the window, where it is between the windows",
        {.stride_in_window = true}},
       {"without the padding, so the first window begins in the image's corner",
        {.no_padding = true}},
       {"by adding the padding, which has to be subtracted", {.padding_added = true}},
       {"without the first channel", {.first_channel = 1}},
       {"without the last channel", {.last_channel = 1}},
       {"without the first row of the filter", {.first_row = 1}},
       {"without the last row of the filter", {.last_row = 1}},
       {"without the first column of the filter", {.first_column = 1}},
       {"without the last column of the filter", {.last_column = 1}},
       {"with the image's channel 0 for every channel", {.channel_0 = true}},
       {"with the taps in another order than the filter has: which of channel, row and column is "
        "the "
        "fastest",
        {.taps_reversed = true}},
       {"by going on in the next row of the image past the end of a row, where 0 is meant",
        {.wrapped = true}},
       {"with the first image for every image", {.image_0 = true}},
       {"with the first filter for every filter", {.filter_0 = true}},
       {"by repeating the pixels at the edge, where 0 is meant", {.clamped = true}}},
      [&x, &w, g, nhwc](const convolution_change& by) {
        return changed_convolution(x, w, g, nhwc, by);
      });
}

/// A tap at a place of the result, and the element of x that it reads.
struct patch_window {
  int n, p, q, c, i, j;  // image, place, and channel, row and column of the tap
};
struct patch_pixel {
  int n, c, y, x;
};
using patch_source = patch_pixel (*)(const geometry&, const patch_window&, int tap);

inline patch_pixel pixel_at(const geometry& g, const patch_window& at, int i, int j) {
  return {at.n, at.c, at.p * g.stride - g.padding + i, at.q * g.stride - g.padding + j};
}

inline std::vector<double> changed_patches(const std::vector<double>& x, const geometry& g,
                                           patch_source from) {
  std::vector<double> out(static_cast<std::size_t>(g.places()) * g.taps());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const int m = static_cast<int>(k) / g.taps(), t = static_cast<int>(k) % g.taps();
    const patch_window at{m / (g.rows * g.columns), m / g.columns % g.rows, m % g.columns,
                          t % g.channels,           t / g.channels / g.s,   t / g.channels % g.s};
    const patch_pixel one = from(g, at, t);
    if (one.y >= 0 && one.y < g.height && one.x >= 0 && one.x < g.width) {
      out[k] = x[place(true, g.channels, g.height, g.width, one.n, one.c, one.y, one.x)];
    }
  }
  return out;
}

/// Of `[places, taps]` the windows, row by row: an element is that of another tap or place.
inline kw::testing::suspects of_numbers(const std::vector<double>& x, const geometry& g) {
  using shape = const geometry&;
  using at = const patch_window&;
  return kw::testing::with_changes<patch_source>(
      {{"with the channel as the slowest part of a tap's number, where it is the fastest",
        [](shape a, at o, int t) {
          patch_pixel from = pixel_at(a, o, t / a.s % a.r, t % a.s);
          from.c = t / a.s / a.r;
          return from;
        }},
       {"with rows and columns of the window exchanged",
        [](shape a, at o, int) { return pixel_at(a, o, o.j, o.i); }},
       {"with the window upside down",
        [](shape a, at o, int) { return pixel_at(a, o, a.r - 1 - o.i, o.j); }},
       {"with the columns of the window turned around",
        [](shape a, at o, int) { return pixel_at(a, o, o.i, a.s - 1 - o.j); }},
       {"with places that are counted along the columns first",
        [](shape a, at o, int) {
          const int place = o.p * a.columns + o.q;
          return pixel_at(a, {o.n, place % a.rows, place / a.rows % a.columns, o.c, o.i, o.j}, o.i,
                          o.j);
        }},
       {"with the row of the window as the fastest part of a tap's number, after the channel",
        [](shape a, at o, int t) {
          return pixel_at(a, o, t / a.channels % a.r, t / a.channels / a.r);
        }},
       {"with the column of the window where its remainder by g.s is meant: a tap's column is "
        "taps / g.channels % g.s",
        [](shape a, at o, int t) { return pixel_at(a, o, o.i, t / a.channels); }},
       {"with the rows of the window where its columns belong in the division: a tap's row is "
        "taps / g.channels / g.s, and its column the remainder by g.s",
        [](shape a, at o, int t) {
          return pixel_at(a, o, t / a.channels / a.r, t / a.channels % a.r);
        }}},
      [&x, g](patch_source from) { return changed_patches(x, g, from); });
}

/// An element lies elsewhere in the image.
inline kw::testing::suspects of_pixels(const std::vector<double>& x, const geometry& g) {
  using shape = const geometry&;
  using at = const patch_window&;
  return kw::testing::with_changes<patch_source>(
      {{"without the stride",
        [](shape a, at o, int) {
          return patch_pixel{o.n, o.c, o.p - a.padding + o.i, o.q - a.padding + o.j};
        }},
       {"without the stride in the rows",
        [](shape a, at o, int) {
          return patch_pixel{o.n, o.c, o.p - a.padding + o.i, o.q * a.stride - a.padding + o.j};
        }},
       {"without the stride in the columns",
        [](shape a, at o, int) {
          return patch_pixel{o.n, o.c, o.p * a.stride - a.padding + o.i, o.q - a.padding + o.j};
        }},
       {"without the padding",
        [](shape a, at o, int) {
          return patch_pixel{o.n, o.c, o.p * a.stride + o.i, o.q * a.stride + o.j};
        }},
       {"by adding the padding, which has to be subtracted",
        [](shape a, at o, int) {
          return patch_pixel{o.n, o.c, o.p * a.stride + a.padding + o.i,
                             o.q * a.stride + a.padding + o.j};
        }},
       {"with the first image for every image",
        [](shape a, at o, int) {
          patch_pixel from = pixel_at(a, o, o.i, o.j);
          from.n = 0;
          return from;
        }},
       {"with the image's channel 0 for every channel",
        [](shape a, at o, int) {
          patch_pixel from = pixel_at(a, o, o.i, o.j);
          from.c = 0;
          return from;
        }}},
      [&x, g](patch_source from) { return changed_patches(x, g, from); });
}

/// Which pixel an element is taken from.
inline kw::testing::suspects of_patches(const std::vector<double>& x, const geometry& g) {
  kw::testing::suspects all = of_numbers(x, g);
  for (kw::testing::suspect& other : of_pixels(x, g)) {
    all.push_back(std::move(other));
  }
  return all;
}

}  // namespace lesson13::reference
