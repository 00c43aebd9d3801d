/// \file
/// Contract of lesson 07: the functions that exercises/07_tiled_matmul/tiled_matmul.cpp defines.
#pragma once

#include <kernelwright/tensor.hpp>

/// Lesson 07, tiled matmul: c = a b, where every element that is loaded is used many times.
///
/// A matrix here is a view of rank 2 with `stride(1) == 1` and `stride(0) >= extent(1)`, unless it
/// says otherwise. In c = a b, a is `[m, k]`, b `[k, n]` and c `[m, n]`, all on one device; c
/// shares no memory with the others. 0 <= m, n, k, and m and n at most 4,000,000. For k = 0, c is
/// zeros.
///
/// Products are summed in float32. T is kw::float16_t or kw::bfloat16_t.
namespace lesson07 {

/// What `matmul_blocks` asks of its sizes.
inline constexpr int kBlock = 64;

/// c = a b for m and n multiples of kBlock, and k of 32.
///
/// Cost: 2 m n k operations; each element of a is read n / kBlock times, of b m / kBlock times.
void matmul_blocks(kw::view<const float, 2> a, kw::view<const float, 2> b, kw::view<float, 2> c);

/// c = a b in float32, products and all, for any sizes.
///
/// Cost: 2 m n k operations; operands are read once for every 64 or 128 rows or columns of c.
void matmul_float32(kw::view<const float, 2> a, kw::view<const float, 2> b, kw::view<float, 2> c);

/// c = a b for 16-bit floats, rounded once, to the type of c.
///
/// \param b `[k, n]` as other matrices, or the transpose of one: `stride(0) == 1` and
///          `stride(1) >= k`.
/// Cost: as `matmul_float32`, on the tensor cores of a GPU.
template <class T>
void matmul(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c);

/// The same through tensor descriptors and a stream, whose loads run ahead of the products.
///
/// Arrays that a descriptor refuses (rows that begin off a multiple of 16 bytes, a transposed b)
/// take `matmul`.
/// Cost: as `matmul`, but the tensor cores do not wait for memory.
template <class T>
void matmul_pipelined(kw::view<const T, 2> a, kw::view<const T, 2> b, kw::view<T, 2> c);

/// How many stripes of a and b (rows of tiles of a, columns of tiles of b) the first `wave`
/// programs of `matmul` read together, in grouped order: what has to be in the second-level cache
/// while they run side by side.
///
/// \param tile_rows,tile_cols tiles of c, 1 <= tile_rows * tile_cols.
/// \param group rows of tiles in a group, 1 <= group; 1 is row by row.
/// \param wave  programs that run at a time, 1 <= wave.
/// \returns that number, or -1 if one of the programs is given a tile that c does not have
int stripes_read(int tile_rows, int tile_cols, int group, int wave);

}  // namespace lesson07
