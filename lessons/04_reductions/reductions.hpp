/// \file
/// Contract of lesson 04: the functions that the files of exercises/04_reductions define, one each.
#pragma once

#include <kernelwright/contract.hpp>
#include <kernelwright/core/dtype.hpp>

/// Lesson 04, reductions: many elements become one, within a program and across programs.
///
/// A matrix here is a view of rank 2 with `stride(1) == 1` and `stride(0) >= extent(1)`, of at
/// most 2^30 columns. All sums are float32, whatever the input. No input holds NaN.
namespace lesson04 {

/// Columns of the longest row that `short_row_sum` takes.
inline constexpr int kShortRow = 64;

/// Sums of rows that fit into a tile: `out[r] = x[r, 0] + x[r, 1] + ...`
///
/// \param x   `[rows, columns]` float32, 0 <= columns <= kShortRow.
/// \param out `[rows]` float32. A row without columns gives 0.
/// Cost: 4 * rows * columns bytes read, 4 * rows bytes written.
void short_row_sum(kw::view<const float, 2> x, kw::view<float> out);

/// Sums of rows of any length: `out[r] = x[r, 0] + x[r, 1] + ...`
///
/// \param x   `[rows, columns]`: float32, float16 or bfloat16.
/// \param out `[rows]` float32. A row without columns gives 0.
/// Cost: each element of x read once, 4 * rows bytes written.
void row_sum(kw::view<const float, 2> x, kw::view<float> out);
void row_sum(kw::view<const kw::float16_t, 2> x, kw::view<float> out);
void row_sum(kw::view<const kw::bfloat16_t, 2> x, kw::view<float> out);

/// The largest element of each row: `out[r] = max(x[r, 0], x[r, 1], ...)`
///
/// \param x   `[rows, columns]` float32, 0 <= columns. Infinities are allowed.
/// \param out `[rows]` float32. A row without columns gives minus infinity.
/// Cost: 4 * rows * columns bytes read, 4 * rows bytes written.
void row_max(kw::view<const float, 2> x, kw::view<float> out);

/// The mean of each row: `out[r] = (x[r, 0] + x[r, 1] + ...) / columns`
///
/// \param x   `[rows, columns]` float32, columns >= 1.
/// \param out `[rows]` float32.
/// Cost: like `row_max`.
void row_mean(kw::view<const float, 2> x, kw::view<float> out);

/// The column of the largest element of each row; of equal ones, the leftmost.
///
/// \param x   `[rows, columns]` float32, columns >= 1. Infinities are allowed.
/// \param out `[rows]` int32: columns, 0 <= out[r] < columns.
/// Cost: like `row_max`.
void row_argmax(kw::view<const float, 2> x, kw::view<int> out);

/// The length (L2 norm) of each row: `out[r] = sqrt(x[r, 0]^2 + x[r, 1]^2 + ...)`
///
/// \param x   `[rows, columns]` float32, 0 <= columns. Infinities are allowed.
/// \param out `[rows]` float32. A row without columns gives 0. Infinity if the sum of squares is
///            more than the largest float32, 3.4e38.
/// Cost: like `row_max`.
void l2_norm(kw::view<const float, 2> x, kw::view<float> out);

/// Elements of a long vector that a program takes at a time.
inline constexpr int kBlockSize = 8192;
/// Programs that share a long vector, at most: enough to keep any GPU today busy.
inline constexpr int kMaxPrograms = 1056;

/// Programs that share a vector of n elements: one per block, and never more than kMaxPrograms.
constexpr int programs_for(std::int64_t n) {
  const std::int64_t blocks = kw::cdiv(n, std::int64_t{kBlockSize});
  return static_cast<int>(blocks < kMaxPrograms ? blocks : kMaxPrograms);
}

/// The sum of a vector, by atomic additions: `out[0] = x[0] + x[1] + ...` The last bits may differ
/// from run to run.
///
/// \param x   `[n]` float32, 0 <= n <= 2^30; aligned to only 4 bytes.
/// \param out `[1]` float32. It may hold anything before the call.
/// Cost: 4n bytes read; two launches.
void sum_atomic(kw::view<const float> x, kw::view<float> out);

/// The sum of a vector, in two passes and in a fixed order: the same bits in every run.
///
/// \param x        `[n]` float32, 0 <= n <= 2^30; aligned to only 4 bytes.
/// \param partials `[programs_for(n)]` float32, scratch: the sum of each program's share.
/// \param out      `[1]` float32.
/// Cost: 4n bytes read; two launches.
void sum_two_pass(kw::view<const float> x, kw::view<float> partials, kw::view<float> out);

}  // namespace lesson04
