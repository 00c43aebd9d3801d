/// \file
/// Contract of lesson 06: the functions that the files of exercises/06_layernorm define, one each.
#pragma once

#include <kernelwright/contract.hpp>

/// Lesson 06, LayerNorm: each row is shifted to mean 0 and scaled to variance 1, then every column
/// is scaled and shifted; and the gradients of that.
///
/// A matrix here is a view of rank 2 with `stride(1) == 1` and `stride(0) >= extent(1)`. Views of
/// one call are on one device and share no memory; rows <= 2^31 - 1. T is float, kw::float16_t or
/// kw::bfloat16_t; statistics, sums and the gradients of weight and bias are float32 for all three.
///
/// The variance is the one of the row itself: the mean of squares, divided by columns.
namespace lesson06 {

/// The most columns that `rms_norm` takes: a row of them fits into one tile of a few warps.
inline constexpr int kLongestTile = 4096;

/// The most columns that `layer_norm` takes: a row of them fits into one tile of 16 warps.
inline constexpr int kLongestRow = 16384;

/// The same for the backward passes, which hold three tiles from row to row.
inline constexpr int kLongestBackwardTile = 4096;

/// The most rows, and the most programs, of the functions that walk from row to row: the number of
/// the row after the last one must be an int.
inline constexpr std::int64_t kMostRowsToWalk = std::int64_t{1} << 30;

/// The mean and the reciprocal standard deviation of each row:
/// `rstd[r] = 1 / sqrt(variance(x[r, :]) + eps)`.
///
/// \param x    `[rows, columns]`, 1 <= columns <= 1024.
/// \param mean,rstd `[rows]`.
/// \param eps  > 0; keeps rows of equal values away from a division by 0.
/// Cost: each element of x read once.
void statistics(kw::view<const float, 2> x, kw::view<float> mean, kw::view<float> rstd, float eps);

/// `y[r, c] = (x[r, c] - mean[r]) * rstd[r] * weight[c] + bias[c]`.
///
/// \param x      `[rows, columns]`, 1 <= columns <= kLongestRow; `layer_norm_long` takes longer
///               rows.
/// \param weight,bias `[columns]`.
/// \param y      `[rows, columns]`.
/// \param mean,rstd `[rows]`: written too, for the backward pass.
/// \param eps    as in `statistics`.
/// Cost: each element of x read once, of y written once. weight and bias stay in a cache.
template <class T>
void layer_norm(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<const T> bias,
                kw::view<T, 2> y, kw::view<float> mean, kw::view<float> rstd, float eps);

/// The same for rows of any length up to 65,536 columns: one pass for the statistics, one to
/// normalise. On an H200 it is faster than `layer_norm` for rows of more than 8192 columns, unless
/// they are of 16 bits and have more than 12,288, so they nearly fill a tile of kLongestRow.
///
/// Cost: each element of x read twice (of a row that fits a cache, once from memory).
template <class T>
void layer_norm_long(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<const T> bias,
                     kw::view<T, 2> y, kw::view<float> mean, kw::view<float> rstd, float eps);

/// How many rows of partial sums suit `layer_norm_backward`: eight or two programs for each of the
/// 132 multiprocessors of an H200, and never more than there are rows.
inline std::int64_t partial_rows(std::int64_t rows, std::int64_t columns) {
  const std::int64_t programs = columns <= 1024 ? 1056 : 264;
  return rows < 1 ? 1 : rows < programs ? rows : programs;
}

/// The gradients of a loss, given `dy`, its gradient with respect to y. With
/// `n[r, c] = (x[r, c] - mean[r]) * rstd[r]` and `g[r, c] = dy[r, c] * weight[c]`:
///
///     dx[r, c] = rstd[r] * (g[r, c] - mean(g[r, :]) - n[r, c] * mean(g[r, :] * n[r, :]))
///     dw[c] = sum over r of dy[r, c] * n[r, c]
///     db[c] = sum over r of dy[r, c]
///
/// The last two are left as partial sums, which `column_sums` adds up: row p of dw_partial and of
/// db_partial is the sum over the rows r = p, p + programs, p + 2 programs, ...
///
/// \param dy,x  `[rows, columns]`, 1 <= columns <= kLongestBackwardTile, rows <= kMostRowsToWalk.
/// \param weight `[columns]`.
/// \param mean,rstd `[rows]`, from the forward pass.
/// \param dx    `[rows, columns]`.
/// \param dw_partial,db_partial `[programs, columns]`, 1 <= programs <= kMostRowsToWalk, written in
///              full. How many programs there are is the caller's choice; see `partial_rows`.
/// For one number of programs, results are equal to the last bit in every run.
/// Cost: each element of dy and x read once, of dx written once.
template <class T>
void layer_norm_backward(kw::view<const T, 2> dy, kw::view<const T, 2> x, kw::view<const T> weight,
                         kw::view<const float> mean, kw::view<const float> rstd, kw::view<T, 2> dx,
                         kw::view<float, 2> dw_partial, kw::view<float, 2> db_partial);

/// The sums of the columns of two matrices: `dw[c] = sum over p of dw_partial[p, c]`; db likewise.
///
/// \param dw_partial,db_partial `[programs, columns]`, 1 <= programs <= kMostRowsToWalk,
///              columns >= 1.
/// \param dw,db `[columns]`.
/// Results are equal to the last bit in every run.
/// Cost: each element of the matrices read once.
void column_sums(kw::view<const float, 2> dw_partial, kw::view<const float, 2> db_partial,
                 kw::view<float> dw, kw::view<float> db);

/// The gradients without a workspace: programs add their shares to dw and db atomically, in any
/// order, so the last bits differ from run to run.
///
/// \param dy,x  `[rows, columns]`, 1 <= columns <= kLongestBackwardTile, rows <= kMostRowsToWalk.
/// \param dw,db `[columns]`, filled by the caller: with zeros, or with gradients to add to.
template <class T>
void layer_norm_backward_atomic(kw::view<const T, 2> dy, kw::view<const T, 2> x,
                                kw::view<const T> weight, kw::view<const float> mean,
                                kw::view<const float> rstd, kw::view<T, 2> dx, kw::view<float> dw,
                                kw::view<float> db);

/// RMSNorm: `y[r, c] = x[r, c] / sqrt(mean(x[r, :]^2) + eps) * weight[c]`, as PyTorch's `RMSNorm`.
/// Computed in float32, and rounded to T once.
///
/// \param x      `[rows, columns]`, 1 <= columns <= kLongestTile.
/// \param weight `[columns]`.
/// \param y      `[rows, columns]`.
/// \param eps    > 0; keeps rows of zeros away from a division by 0.
/// Cost: each element of x read once, of y written once. weight stays in a cache.
template <class T>
void rms_norm(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<T, 2> y, float eps);

}  // namespace lesson06
