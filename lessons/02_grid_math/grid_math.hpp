/// \file
/// Contract of lesson 02: the functions that the files of exercises/02_grid_math define, one each.
#pragma once

#include <cstdint>
#include <kernelwright/contract.hpp>

/// Lesson 02, grid math: how many programs, and which tile each of them owns.
///
/// A matrix here is a view of rank 2: `extent(0)` rows, `extent(1)` columns, the columns of one row
/// side by side (`stride(1) == 1`), and `stride(0) >= extent(1)` elements from one row to the next.
namespace lesson02 {

/// Side of the square tile that one program owns. Rows and columns are multiples of it here.
inline constexpr int kTile = 64;

/// The number of blocks of `block` elements that cover n elements: n / block, rounded up. The
/// library has the same function, `kw::cdiv`, and the other tasks count their programs with it.
///
/// \param n     0 <= n <= 2^62.
/// \param block 1 <= block <= 2^30.
std::int64_t blocks_for(std::int64_t n, std::int64_t block);

/// Writes, for each element, the number of the tile that holds it. Tiles are numbered row by row:
/// `out[r, c] = (r / kTile) * (columns / kTile) + c / kTile`.
///
/// \param out `[rows, columns]` int32, both multiples of `kTile`. Every element is written.
/// Cost: 4 * rows * columns bytes written.
void tile_numbers(kw::view<int, 2> out);

/// Multiplies a matrix by a number: `out[r, c] = x[r, c] * factor`.
///
/// \param x      `[rows, columns]` float32, both multiples of `kTile`, with any row stride.
/// \param factor the number.
/// \param out    `[rows, columns]` float32; with any row stride.
/// Cost: 4 * rows * columns bytes read, and as many written.
void scale(kw::view<const float, 2> x, float factor, kw::view<float, 2> out);

/// Transposes a matrix: `out[c, r] = x[r, c]`.
///
/// \param x   `[rows, columns]` float32, both multiples of `kTile`, with any row stride.
/// \param out `[columns, rows]` float32, with any row stride.
/// Cost: 4 * rows * columns bytes read, and as many written.
void transpose(kw::view<const float, 2> x, kw::view<float, 2> out);

/// Multiplies each matrix of a batch by its number: `out[i, r, c] = x[i, r, c] * factors[i]`.
///
/// \param x       `[matrices, rows, columns]` float32, dense; rows and columns are multiples of
///                `kTile`, and there are at most 65,535 matrices.
/// \param factors `[matrices]` float32.
/// \param out     `[matrices, rows, columns]` float32, dense.
/// Cost: 4 * matrices * rows * columns bytes read, and as many written.
void scale_each(kw::view<const float, 3> x, kw::view<const float> factors, kw::view<float, 3> out);

}  // namespace lesson02
