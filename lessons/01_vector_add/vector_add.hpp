/// \file
/// Contract of lesson 01: the functions that the files of exercises/01_vector_add define, one each.
#pragma once

#include <kernelwright/contract.hpp>

/// Lesson 01, vector add: programs, blocks, offsets, one pass over memory.
namespace lesson01 {

/// Elements that one program owns in `program_ids` and `offsets`.
inline constexpr int kSmallBlock = 64;

/// Elements that one program owns in `vector_add` and `fused`.
inline constexpr int kBlockSize = 1024;

/// Writes, for each element, the number of the program that owns it: `out[i] = i / kSmallBlock`.
///
/// \param out `[n]` int32, n a multiple of `kSmallBlock`; n may be 0. Every element is written.
/// Cost: 4n bytes written.
void program_ids(kw::view<int> out);

/// Writes each element's own position: `out[i] = i`.
///
/// \param out `[n]` int32, n a multiple of `kSmallBlock`; n may be 0. Every element is written.
/// Cost: 4n bytes written.
void offsets(kw::view<int> out);

/// Adds two vectors: `out[i] = x[i] + y[i]`.
///
/// \param x,y `[n]` float32, on the device of `out`.
/// \param out `[n]` float32, n a multiple of `kBlockSize`; n may be 0. Not the memory of x or y.
/// Cost: 8n bytes read, 4n bytes written.
void vector_add(kw::view<const float> x, kw::view<const float> y, kw::view<float> out);

/// Three operations in one pass over memory: `out[i] = (a[i] + b[i]) * c[i] + d[i]`.
///
/// \param a,b,c,d `[n]` float32, on the device of `out`.
/// \param out `[n]` float32, n a multiple of `kBlockSize`; n may be 0. Not the memory of an input.
/// Cost: 16n bytes read, 4n bytes written. The intermediate values never reach memory.
void fused(kw::view<const float> a, kw::view<const float> b, kw::view<const float> c,
           kw::view<const float> d, kw::view<float> out);

}  // namespace lesson01

/// Adds two vectors of any length: `c[i] = a[i] + b[i]`. Puzzle sites ask for this form.
///
/// \param a,b,c pointers to n float32 each, in the memory of the device that the program runs on
///              (`kw::default_device()`): ordinary memory on a CPU, device memory on a GPU.
/// \param n     0 <= n <= 100,000,000; it need not be a multiple of anything.
/// Cost: 8n bytes read, 4n bytes written.
extern "C" void solve(const float* a, const float* b, float* c, int n);
