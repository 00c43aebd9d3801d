/// \file
/// Contract of lesson 05: the functions that the files in exercises/05_softmax define, one each.
#pragma once

#include <kernelwright/contract.hpp>

/// Lesson 05, softmax: a row is read once and written once, and nothing in between reaches memory.
///
/// A matrix here is a view of rank 2 with `stride(1) == 1` and `stride(0) >= extent(1)`. Matrices
/// of one call have the same shape, 0 <= rows <= 2^31 - 1, are on one device and share no memory. T
/// is float, kw::float16_t or kw::bfloat16_t; sums and exponentials are float32 for all three.
///
/// A row that holds nothing but -inf has no softmax: its result is NaN, as in PyTorch.
namespace lesson05 {

/// The most columns that `softmax` takes: a row of them fits into one tile.
inline constexpr int kLongestTile = 32768;

/// The most columns that `softmax_backward` takes, since it holds two tiles.
inline constexpr int kLongestBackwardTile = 4096;

/// The most columns that `softmax_short` takes.
inline constexpr int kShortRow = 128;

/// The most classes that `cross_entropy` takes.
inline constexpr int kMostClasses = 1024;

/// Task 1. The numerators of a softmax: `out[r, c] = exp(x[r, c] - max(x[r, :]))`.
///
/// \param x   `[rows, columns]`, 1 <= columns <= 1024.
/// \param out `[rows, columns]`.
/// Cost: 4 bytes read and 4 bytes written per element.
void numerators(kw::view<const float, 2> x, kw::view<float, 2> out);

/// Task 2. The softmax of each row: `out[r, c] = exp(x[r, c] - m) / sum(exp(x[r, :] - m))`, m the
/// row's largest element.
///
/// \param x   `[rows, columns]`, 1 <= columns <= kLongestTile. Longer rows are for `softmax_long`.
/// \param out `[rows, columns]`.
/// Cost: each element read once and written once.
template <class T>
void softmax(kw::view<const T, 2> x, kw::view<T, 2> out);

/// Task 3. The same for short rows, several of them in a program.
///
/// \param x   `[rows, columns]`, 1 <= columns <= kShortRow.
/// \param out `[rows, columns]`.
/// Cost: each element read once and written once.
template <class T>
void softmax_short(kw::view<const T, 2> x, kw::view<T, 2> out);

/// Task 4. The same for rows of any length: one pass finds the maximum and the sum, one pass
/// divides.
///
/// \param x   `[rows, columns]`, 1 <= columns <= 2^30.
/// \param out `[rows, columns]`.
/// Cost: each element read twice (of a row that fits a cache, once from memory), written once.
template <class T>
void softmax_long(kw::view<const T, 2> x, kw::view<T, 2> out);

/// Task 5. The gradient of the loss with respect to x, given the one with respect to
/// y = softmax(x): `dx[r, c] = y[r, c] * (dy[r, c] - sum(y[r, :] * dy[r, :]))`.
///
/// \param y  `[rows, columns]`: what `softmax` returned, 1 <= columns <= kLongestBackwardTile.
/// \param dy `[rows, columns]`: the gradient with respect to y.
/// \param dx `[rows, columns]`.
/// Cost: each element of y and dy read once, of dx written once.
template <class T>
void softmax_backward(kw::view<const T, 2> y, kw::view<const T, 2> dy, kw::view<T, 2> dx);

/// Task 6. The cross-entropy of each row, the loss of a classifier:
/// `loss[r] = log(sum(exp(x[r, :]))) - x[r, target[r]]`.
///
/// \param x      `[rows, columns]`, 1 <= columns <= kMostClasses: a score for each class, of any
///               size between -10,000 and 10,000, or -inf for a class that is ruled out.
/// \param target `[rows]`, contiguous: the right class, 0 <= target[r] < columns. Its score is not
///               -inf.
/// \param loss   `[rows]`, contiguous.
/// Cost: each element of x read once, and 8 bytes per row.
void cross_entropy(kw::view<const float, 2> x, kw::view<const std::int32_t> target,
                   kw::view<float> loss);

}  // namespace lesson05
