/// \file
/// Contract of lesson 03: the functions that the files of exercises/03_masking define, one each.
#pragma once

#include <kernelwright/contract.hpp>

/// Lesson 03, masking: any size, any shape, and what the lanes outside do.
///
/// A matrix here is a view of rank 2 with `stride(1) == 1` and `stride(0) >= extent(1)`.
namespace lesson03 {

/// Elements that one program owns in `mask_values`.
inline constexpr int kSmallBlock = 256;

/// Writes a mask out as numbers: `out[i] = 1` where i < n, and 0 elsewhere.
///
/// \param n   0 <= n <= the length of out.
/// \param out `[blocks * kSmallBlock]` int32: whole blocks, so no store needs a mask.
/// Cost: 4 bytes written per element of out.
void mask_values(int n, kw::view<int> out);

/// Adds two vectors of any length: `out[i] = x[i] + y[i]`.
///
/// \param x,y `[n]` float32, on the device of `out`; aligned to only 4 bytes.
/// \param out `[n]` float32, 0 <= n <= 100,000,000. It shares no memory with x or y.
/// Cost: 8n bytes read, 4n bytes written.
void masked_add(kw::view<const float> x, kw::view<const float> y, kw::view<float> out);

/// The difference of each element from the one before it: `out[i] = x[i] - x[i - 1]`. `x[-1]`
/// counts as 0.
///
/// \param x   `[n]` float32, on the device of `out`.
/// \param out `[n]` float32, 0 <= n <= 100,000,000. It shares no memory with x.
/// Cost: 4n bytes read from memory (the second load is served by a cache), 4n bytes written.
void difference(kw::view<const float> x, kw::view<float> out);

/// Adds two matrices of any shape: `out[r, c] = x[r, c] + y[r, c]`.
///
/// \param x,y `[rows, columns]` float32; their row strides may exceed their columns.
/// \param out `[rows, columns]` float32. The memory between its rows stays as it was.
/// Cost: 8 * rows * columns bytes read, 4 * rows * columns bytes written.
void masked_add_2d(kw::view<const float, 2> x, kw::view<const float, 2> y, kw::view<float, 2> out);

/// Replaces negative elements by 0 (ReLU): `out[i] = max(x[i], 0)`.
///
/// \param x   `[n]` float32, on the device of `out`; aligned to only 4 bytes. Infinities are
///            allowed, NaN is not.
/// \param out `[n]` float32, 0 <= n <= 100,000,000. It shares no memory with x.
/// Cost: 4n bytes read, 4n bytes written.
void relu(kw::view<const float> x, kw::view<float> out);

/// Reverses a vector: `out[i] = x[n - 1 - i]`.
///
/// \param x   `[n]` float32, on the device of `out`; aligned to only 4 bytes.
/// \param out `[n]` float32, 0 <= n <= 100,000,000. It shares no memory with x.
/// Cost: 4n bytes read, 4n bytes written.
void reverse(kw::view<const float> x, kw::view<float> out);

/// Copies ragged rows and pads them: `out[r, c] = c < lengths[r] ? x[r, c] : padding`.
///
/// \param x       `[rows, columns]` float32. Row r holds data in its first lengths[r] columns, and
///                garbage in the others.
/// \param lengths `[rows]` int32, 0 <= lengths[r] <= columns.
/// \param padding the value of every other column.
/// \param out     `[rows, columns]` float32. Every element is written.
/// Cost: 4 bytes read for each valid element and each row, 4 * rows * columns bytes written.
void pad_rows(kw::view<const float, 2> x, kw::view<const int> lengths, float padding,
              kw::view<float, 2> out);

}  // namespace lesson03
