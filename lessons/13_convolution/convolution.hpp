/// \file
/// Contract of elective 13: the functions that the files of exercises/13_convolution define, one
/// each.
#pragma once

#include <kernelwright/contract.hpp>

#include "geometry.hpp"

/// Elective 13, convolution: a small filter at every place of an image.
///
/// Images are `[n, channels, height, width]` (NCHW) or `[n, height, width, channels]` (NHWC).
/// Filters are `[filters, channels, r, s]` or `[filters, r, s, channels]`, and results have a
/// channel for each filter. All arrays are dense (row-major, without gaps) and have fewer than 2^31
/// elements, and a filter has at most 2^30. With `stride` >= 1 and `padding` >= 0, a result has
/// `(height + 2 * padding - r) / stride + 1` rows, rounded down. The number of columns is computed
/// in the same way from the width, and a result has at least one row and one column. Elements
/// outside the image count as 0:
///
///     out[n, k, p, q] = sum over c, i, j of
///         x[n, c, p * stride - padding + i, q * stride - padding + j]
///         * w[k, c, i, j]
///
/// No output shares memory with another array.
namespace lesson13 {

/// A filter along a vector: `out[i] = sum over j of x[i + j - (taps - 1) / 2] * w[j]`.
///
/// \param x   `[n]` float32, 0 <= n <= 100,000,000. Elements outside count as 0.
/// \param w   `[taps]` float32, 1 <= taps <= 1000.
/// \param out `[n]` float32.
/// Cost: 2 * n * taps operations; x is read from memory once, and from a cache after that.
void filter_row(kw::view<const float> x, kw::view<const float> w, kw::view<float> out);

/// A convolution in float32, NCHW, one program for a block of an output row.
///
/// \param x   `[n, channels, height, width]`
/// \param w   `[filters, channels, r, s]`
/// \param out `[n, filters, rows, columns]`; n * filters and rows are at most 65,535.
/// Cost: 2 * r * s * channels operations for each element of out.
void convolve(kw::view<const float, 4> x, kw::view<const float, 4> w, int stride, int padding,
              kw::view<float, 4> out);

/// The matrix that turns a convolution into a product: row m = (n * rows + p) * columns + q holds
/// the elements that the filters meet at place (p, q) of image n, in the order (i, j, c), and 0
/// outside the image.
///
/// \param x   `[n, height, width, channels]` float32 (NHWC)
/// \param g   the sizes of the convolution, from `geometry_of`
/// \param out `[n * rows * columns, r * s * channels]`
/// Cost: 4 bytes written for each element of out.
void patches(kw::view<const float, 4> x, const geometry& g, kw::view<float, 2> out);

/// The same convolution as a matrix product whose left side is never stored: NHWC, float16, sums in
/// float32.
///
/// \param x   `[n, height, width, channels]`
/// \param w   `[filters, r, s, channels]`
/// \param out `[n, rows, columns, filters]`, rounded once.
/// Cost: 2 * r * s * channels operations for each element of out, on tensor cores.
void convolve_nhwc(kw::view<const kw::float16_t, 4> x, kw::view<const kw::float16_t, 4> w,
                   int stride, int padding, kw::view<kw::float16_t, 4> out);

/// The same for NCHW, where neighbours in memory are neighbours in a row of the image.
///
/// \param x   `[n, channels, height, width]`
/// \param w   `[filters, channels, r, s]`
/// \param out `[n, filters, rows, columns]`, rounded once.
void convolve_nchw(kw::view<const kw::float16_t, 4> x, kw::view<const kw::float16_t, 4> w,
                   int stride, int padding, kw::view<kw::float16_t, 4> out);

/// `convolve_nhwc` with a stride of 1, as a stream of tiles that a GPU's copy engine fetches.
///
/// \param x   `[n, height, width, channels]`; channels is a multiple of 8
/// \param w   `[filters, r, s, channels]`; filters is a multiple of 8
/// \param out `[n, rows, columns, filters]`, rounded once.
/// All arrays begin at a multiple of 16 bytes.
/// \throws kw::error for arrays that a tensor descriptor cannot describe
void convolve_streamed(kw::view<const kw::float16_t, 4> x, kw::view<const kw::float16_t, 4> w,
                       int padding, kw::view<kw::float16_t, 4> out);

}  // namespace lesson13
