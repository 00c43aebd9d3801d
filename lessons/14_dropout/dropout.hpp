/// \file
/// Contract of elective 14: the functions that the files of exercises/14_dropout define, one each.
#pragma once

#include <kernelwright/contract.hpp>

/// Elective 14, random numbers and dropout: noise that a kernel draws, and draws again.
///
/// The random number of element i is `tl.rand(seed, i)`: the first word of Philox 4x32-10 with the
/// key `seed` and the counter i, as a float32 in [0, 1). It depends only on seed and i, and so
/// neither on the block that draws it nor on the order of programs.
namespace lesson14 {

/// Fills a vector with random numbers: `out[i] = rand(seed, i)`.
///
/// \param seed any int, at least 0.
/// \param out  `[n]` float32, 0 <= n <= 100,000,000.
/// The numbers of a seed are equal to the last bit on every device.
/// Cost: 4n bytes written.
void uniform(int seed, kw::view<float> out);

/// Dropout: `out[i] = x[i] / (1 - p)` where `rand(seed, i) >= p`, and 0 elsewhere.
///
/// \param x    `[n]` float32, on the device of `out`.
/// \param p    the share that is dropped, 0 <= p < 1.
/// \param seed any int, at least 0.
/// \param out  `[n]` float32, 0 <= n <= 100,000,000. It shares no memory with x.
/// Cost: 4n bytes read, 4n bytes written.
void dropout(kw::view<const float> x, float p, int seed, kw::view<float> out);

/// The gradient of `dropout`: `dx[i] = dy[i] / (1 - p)` where `dropout` kept element i, and 0
/// elsewhere.
///
/// \param dy     `[n]` float32, the gradient of a loss with respect to the output of `dropout`.
/// \param p,seed those of the call of `dropout`.
/// \param dx     `[n]` float32, 0 <= n <= 100,000,000. It shares no memory with dy.
/// Cost: 4n bytes read, 4n bytes written; nothing that `dropout` would have to store.
void dropout_backward(kw::view<const float> dy, float p, int seed, kw::view<float> dx);

/// The end of a layer: `out[r, c] = residual[r, c] + dropout(x[r, c] + bias[c])`, where element
/// (r, c) has the random number `rand(seed, r * columns + c)`.
///
/// \param x,residual `[rows, columns]` float32; their row strides may exceed their columns.
/// \param bias       `[columns]` float32.
/// \param p,seed     as for `dropout`.
/// \param out        `[rows, columns]` float32, rows * columns <= 2^31 - 1. The memory between its
///                   rows stays as it was.
///
/// Cost: 8 * rows * columns bytes read from memory, 4 * rows * columns bytes written.
void bias_dropout_residual(kw::view<const float, 2> x, kw::view<const float> bias,
                           kw::view<const float, 2> residual, float p, int seed,
                           kw::view<float, 2> out);

/// Rounds float32 to bfloat16 by chance. The probability of rounding up is how far x is on the way
/// from the bfloat16 below to the one above. So the mean of many roundings is x.
///
/// With r the 16 low bits of `randint(seed, i)`, out[i] is the upper 16 bits of the sum
/// `bits(x[i]) + r`.
///
/// \param x    `[n]` float32, finite, on the device of `out`; at most half of the largest float32.
/// \param seed any int, at least 0.
/// \param out  `[n]` bfloat16, 0 <= n <= 100,000,000.
/// Cost: 4n bytes read, 2n bytes written.
void stochastic_round(kw::view<const float> x, int seed, kw::view<kw::bfloat16_t> out);

}  // namespace lesson14
