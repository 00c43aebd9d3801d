/// \file
/// Contract of elective 10: the functions that the files of exercises/10_why_slow define.
#pragma once

#include <kernelwright/contract.hpp>

/// Elective 10, why is it slow?: kernels whose results are right and that move too much.
///
/// Memory moves in units of 32 bytes. An access of a tile moves every unit that its active lanes
/// touch, once. The tests count these units, and compare them with the bytes that a task needs:
/// each input read once, and each output written once.
namespace lesson10 {

/// Five ways to copy. All of them copy 4096 elements of float32; `copy_as` in copies.hpp is their
/// launch.
enum class copy_kind { contiguous, misaligned, strided, gathered, transposed };

/// What you expect the loads of a copy to move, as bytes moved for each byte that lanes ask for.
double predicted(copy_kind kind);

/// Copies elements of x, in the order that `kind` says.
///
/// \param x   `[16384]` float32, the first element at a multiple of 32 bytes.
/// \param out `[4096]` float32.
void copy_as(copy_kind kind, kw::view<const float> x, kw::view<float> out);

/// Multiplies each row by its own weight: `out[r, c] = w[r] * x[r, c]`.
///
/// \param x   `[rows, columns]` float32, columns <= 2^30.
/// \param w   `[rows]` float32.
/// \param out `[rows, columns]` float32. Row strides may exceed the columns.
/// Cost: 4 * rows * (columns + 1) bytes read, 4 * rows * columns bytes written. At most 1.1 bytes
/// may be moved for each of them.
void weigh_rows(kw::view<const float, 2> x, kw::view<const float> w, kw::view<float, 2> out);

/// The lengths of vectors in four dimensions: `out[i] = sqrt(x * x + y * y + z * z + t * t)`.
///
/// \param points `[4n]` float32: x, y, z and t of point 0, then those of point 1, and so on.
/// \param out    `[n]` float32, 0 <= n <= 100,000,000.
/// Cost: 16n bytes read, 4n bytes written. At most 1.1 bytes may be moved for each of them.
void lengths(kw::view<const float> points, kw::view<float> out);

/// Moves each row to mean 0, and scales it so that its largest distance from 0 is 1.
///
/// \param x   `[rows, columns]` float32, 2 <= columns <= 1024, each row with at least two values.
/// \param out `[rows, columns]` float32. Row strides may exceed the columns.
/// Cost: 4 * rows * columns bytes read, and as many written. At most 1.1 bytes may be moved for
/// each of them.
void centre_rows(kw::view<const float, 2> x, kw::view<float, 2> out);

/// Adds the rows of a matrix to a vector: `out[c] += x[0, c] + x[1, c] + ...`.
///
/// \param x   `[rows, columns]` float32. Its row stride may exceed its columns.
/// \param out `[columns]` float32.
/// Cost: 4 * rows * columns bytes read; the columns are few. At most 1.1 bytes may be moved for
/// each of them, and 2048 rows of 256 columns must be shared by at least 64 programs.
void column_totals(kw::view<const float, 2> x, kw::view<float> out);

/// Adds a matrix and the transpose of another one: `out[r, c] = a[r, c] + b[c, r]`.
///
/// \param a   `[rows, columns]` float32.
/// \param b   `[columns, rows]` float32.
/// \param out `[rows, columns]` float32. Row strides may exceed the columns.
/// Cost: 8 * rows * columns bytes read, 4 * rows * columns bytes written. At most 1.1 bytes may be
/// moved for each of them.
void add_transposed(kw::view<const float, 2> a, kw::view<const float, 2> b, kw::view<float, 2> out);

}  // namespace lesson10
