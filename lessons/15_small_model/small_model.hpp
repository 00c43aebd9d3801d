/// \file
/// Contract of elective 15: the functions that the files of exercises/15_small_model define.
#pragma once

#include <kernelwright/contract.hpp>

/// Elective 15, a model that learns: what a small transformer needs besides the other lessons.
///
/// A matrix here is a view of rank 2 with `stride(1) == 1` and `stride(0) >= extent(1)`; vectors
/// and arrays of rank 4 are dense. Views of one call are on one device, and an output shares memory
/// with nothing else. Rows are at most 2^31 - 1.
namespace lesson15 {

/// The most characters that a model knows: `cross_entropy_backward` holds a score for each in a
/// tile.
inline constexpr int kMostCharacters = 1024;

/// How fast AdamW's two averages forget, and what keeps it from dividing by 0.
inline constexpr float kBeta1 = 0.9f, kBeta2 = 0.99f, kEpsilon = 1e-8f;

/// Task 1. What enters the model: `x[r, c] = table[tokens[r], c] + places[r % n, c]`.
///
/// \param tokens `[rows]`: the number of a character, 0 <= tokens[r] < characters.
/// \param table  `[characters, columns]`: a row of numbers for each character.
/// \param places `[n, columns]`, n >= 1: a row of numbers for each place in a text of n characters.
/// \param x      `[rows, columns]`: texts of n characters, one after the other.
/// Cost: each element of x is written once. A row of table is read once for each of its tokens.
void embed(kw::view<const int> tokens, kw::view<const float, 2> table,
           kw::view<const float, 2> places, kw::view<float, 2> x);

/// Task 2. The gradient of a table whose row `tokens[r]` became row r of x:
/// `dtable[t, c] = sum over the rows r with tokens[r] == t of dx[r, c]`.
///
/// \param tokens `[rows]`, as for `embed`.
/// \param dx     `[rows, columns]`: the gradient of a loss with respect to x.
/// \param dtable `[characters, columns]`, written in full: a character that no text has gets zeros.
/// Results are equal to the last bit in every run: a sum is in the order of the rows.
/// Cost: each element of dx is read once, and each token once for every character.
void embed_backward(kw::view<const int> tokens, kw::view<const float, 2> dx,
                    kw::view<float, 2> dtable);

/// Task 3. Arranges a matrix for attention: `out[b, h, i, d] = x[b * n + i, h * D + d] * scale`,
/// rounded to float16 once.
///
/// \param x   `[batch * n, heads * D]`: D columns for each head, side by side.
/// \param out `[batch, heads, n, D]`. D is at most 128, and batch * heads at most 65,535.
/// Cost: 4 bytes read and 2 bytes written for each element.
void split_heads(kw::view<const float, 2> x, float scale, kw::view<kw::float16_t, 4> out);

/// Task 3. The way back: `out[b * n + i, h * D + d] = x[b, h, i, d] * scale`.
///
/// \param x   `[batch, heads, n, D]`. D is at most 128, and batch * heads at most 65,535.
/// \param out `[batch * n, heads * D]`.
/// Cost: 2 bytes read and 4 bytes written for each element.
void merge_heads(kw::view<const kw::float16_t, 4> x, float scale, kw::view<float, 2> out);

/// Task 4. The gradient of `lesson05::cross_entropy`, times a factor:
/// `dx[r, c] = (softmax(x[r, :])[c] - (1 if c == target[r] else 0)) * scale`.
///
/// \param x      `[rows, columns]`, 1 <= columns <= kMostCharacters: scores between -10,000 and
///               10,000.
/// \param target `[rows]`: the right column, 0 <= target[r] < columns.
/// \param scale  1 / rows for the gradient of the mean of all losses.
/// \param dx     `[rows, columns]`.
/// Cost: each element of x is read once, of dx written once.
void cross_entropy_backward(kw::view<const float, 2> x, kw::view<const int> target, float scale,
                            kw::view<float, 2> dx);

/// Task 5. `y[r, c] = gelu(z[r, c] + bias[c])`, with
/// `gelu(u) = u / 2 * (1 + tanh(0.79788456 * (u + 0.044715 * u^3)))` as in elective 12.
///
/// \param z,y  `[rows, columns]`.
/// \param bias `[columns]`.
/// Cost: each element of z is read once, of y written once.
void bias_gelu(kw::view<const float, 2> z, kw::view<const float> bias, kw::view<float, 2> y);

/// Task 5. Its gradient: `dz[r, c] = dy[r, c] * gelu'(z[r, c] + bias[c])`.
///
/// \param z,bias those of the call of `bias_gelu`.
/// \param dy     `[rows, columns]`: the gradient of a loss with respect to y.
/// \param dz     `[rows, columns]`.
/// Cost: each element of z and dy is read once, of dz written once.
void bias_gelu_backward(kw::view<const float, 2> z, kw::view<const float> bias,
                        kw::view<const float, 2> dy, kw::view<float, 2> dz);

/// Task 6. One step of AdamW: every weight moves against its gradient. With g the gradient, for
/// each element
///
///     mean   = kBeta1 * mean   + (1 - kBeta1) * g
///     square = kBeta2 * square + (1 - kBeta2) * g^2
///     m = mean / (1 - kBeta1^step)        s = square / (1 - kBeta2^step)
///     weight = weight - rate * (m / (sqrt(s) + kEpsilon) + decay * weight)
///
/// \param gradient,weight,mean,square `[n]`, 0 <= n <= 100,000,000. The last three are read and
///              written; before step 1, mean and square hold zeros.
/// \param rate  roughly how far a weight moves.
/// \param decay the share of a weight that is taken from it, times rate.
/// \param step  1 for the first call, 2 for the second.
/// Cost: 16 bytes read and 12 bytes written for each weight.
void adamw(kw::view<const float> gradient, kw::view<float> weight, kw::view<float> mean,
           kw::view<float> square, float rate, float decay, int step);

}  // namespace lesson15
