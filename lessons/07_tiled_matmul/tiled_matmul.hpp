/// \file
/// Contract of lesson 07: the functions that the files in exercises/07_tiled_matmul define.
#pragma once

#include <kernelwright/contract.hpp>
#include <kernelwright/core/dtype.hpp>

/// Lesson 07, tiled matmul: c = a b, where every element that is loaded is used many times.
///
/// A matrix here is a view of rank 2 with `stride(1) == 1` and `stride(0) >= extent(1)`, unless a
/// function says otherwise. In c = a b, a is `[m, k]`, b is `[k, n]` and c is `[m, n]`. All of them
/// are on one device, and c shares no memory with the others. 0 <= m, n, k, where m and n are at
/// most 4,000,000 and k at most 2^30. For k = 0, a b is zeros.
///
/// Products are summed in float32. T is kw::float16_t or kw::bfloat16_t.
namespace lesson07 {

/// The m and n of `matmul_blocks` are multiples of this.
inline constexpr int kBlock = 64;

/// Task 1. c = a b for m and n that are multiples of kBlock, and k of 32.
///
/// Cost: 2 m n k operations. Each element of a is read n / kBlock times, and of b m / kBlock times.
void matmul_blocks(kw::view<const float, 2> a, kw::view<const float, 2> b, kw::view<float, 2> c);

/// Task 2. c = a b for any sizes, multiplied and added in float32.
///
/// Cost: 2 m n k operations. The operands are read once for every 64 or 128 rows or columns of c.
void matmul_float32(kw::view<const float, 2> a, kw::view<const float, 2> b, kw::view<float, 2> c);

/// Where a tile of c is, counted in tiles.
struct tile_position {
  int row, col;
};

/// Task 3. Each program signs the tile of c that it owns: order[row, col] = the program's number.
///
/// \param order `[rows of tiles, columns of tiles]`.
/// \param group rows of tiles in a group, 1 <= group; 1 is row by row.
void sign_tiles(kw::view<int, 2> order, int group);

/// Task 3. How many stripes of a and b (rows of tiles of a, columns of tiles of b) the first `wave`
/// programs read together. These have to fit the second-level cache while the programs run.
///
/// \param tile_rows,tile_cols tiles of c, 1 <= tile_rows * tile_cols.
/// \param group rows of tiles in a group, 1 <= group; 1 is row by row.
/// \param wave  programs that run at a time, 1 <= wave.
/// \returns that number, or -1 if one of these programs gets a tile that c does not have
int stripes_read(int tile_rows, int tile_cols, int group, int wave);

/// Task 4. c = a b for 16-bit floats, rounded once, to the type of c.
///
/// \param b `[k, n]` like other matrices, or the transpose of one: `stride(0) == 1` and
///          `stride(1) >= k`.
/// Cost: as for `matmul_float32`, but on the tensor cores of a GPU.
template <class T>
void matmul(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c);

/// Task 5. c = max(a b + bias, 0), rounded once, when it is stored.
///
/// \param bias `[n]`, added to every row of a b.
/// Cost: as for `matmul`, and one read of the bias for every row of tiles.
void bias_relu(kw::view<const kw::float16_t, 2> a, kw::view<const kw::float16_t, 2> b,
               kw::view<const kw::float16_t> bias, kw::view<kw::float16_t, 2> c);

/// Task 6. c = a b like `matmul`, through tensor descriptors and a stream, whose loads run ahead of
/// the products.
///
/// \param a,b,c rows that begin at multiples of 16 bytes, as `kw::fits_tensor_descriptor` asks.
///              Other arrays, and a transposed b, are for `matmul`.
///
/// \throws kw::error for such an array, with what to pad
/// Cost: as for `matmul`, but the tensor cores do not wait for memory.
template <class T>
void matmul_pipelined(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c);

}  // namespace lesson07
