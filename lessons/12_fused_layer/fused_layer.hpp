/// \file
/// Contract of elective 12: the functions that the files of exercises/12_fused_layer define, one
/// each.
#pragma once

#include <kernelwright/contract.hpp>
#include <kernelwright/core/dtype.hpp>

/// Elective 12, a fused layer: LayerNorm, a product and GELU in one kernel.
///
/// Half of a transformer's layer is `gelu(layer_norm(x) w + bias)`, where
///
///     layer_norm(x)[i, p] = (x[i, p] - mean[i]) * rstd[i] * gamma[p] + beta[p]
///     gelu(z) = z / 2 * (1 + tanh(0.79788456 * (z + 0.044715 * z^3)))
///
/// and mean[i] and rstd[i] = 1 / sqrt(variance[i] + eps) are those of row i of x, as in lesson 06.
///
/// x is `[m, k]`, w is `[k, n]` and out is `[m, n]`. A matrix is a view of rank 2 with
/// `stride(1) == 1` and `stride(0) >= extent(1)`; vectors are dense. All of them are on one device,
/// and an output shares memory with nothing else. 0 <= m, n <= 4,000,000 and 1 <= k <= 2^30.
/// Products are summed in float32, and a result is rounded once, when it is stored.
namespace lesson12 {

template <class T>
using matrix_of = kw::view<T, 2>;
using kw::float16_t;

/// Task 1. out = gelu(x w + bias).
///
/// \param bias `[n]`
/// Cost: 2 m n k operations. out is written once and not read.
void linear_gelu(matrix_of<const float16_t> x, matrix_of<const float16_t> w,
                 kw::view<const float16_t> bias, matrix_of<float16_t> out);

/// Task 2. out = layer_norm(x) w, for rows whose statistics are known. layer_norm(x) is rounded to
/// float16 on its way into the product, and not stored.
///
/// \param gamma,beta `[k]`
/// \param mean,rstd  `[m]`
/// Cost: 2 m n k operations. Each element of x is normalised n / 128 times.
void layernorm_linear(matrix_of<const float16_t> x, kw::view<const float16_t> gamma,
                      kw::view<const float16_t> beta, kw::view<const float> mean,
                      kw::view<const float> rstd, matrix_of<const float16_t> w,
                      matrix_of<float16_t> out);

/// Task 3. Weights that contain gamma and the subtraction of the mean:
///
///     folded[p, j] = g[p, j] - (sum over q of g[q, j]) / k      in float16
///     shift[j]     = bias[j] + sum over p of beta[p] * w[p, j]
///
/// where g[p, j] = gamma[p] * w[p, j]. Then layer_norm(x) w + bias is rstd * (x folded) + shift.
/// What rounding to float16 takes from an element of folded is added to a later one of its column.
/// So a column adds up to 0 but for 64 roundings of its largest element, however many rows it has.
///
/// \param gamma,beta `[k]`
/// \param bias       `[n]`
/// \param folded     `[k, n]`
/// \param shift      `[n]`
/// Cost: w is read twice and folded is written once, 6 k n bytes in all. It is done once for many
/// calls of the layer.
void fold_weights(kw::view<const float16_t> gamma, kw::view<const float16_t> beta,
                  matrix_of<const float16_t> w, kw::view<const float16_t> bias,
                  matrix_of<float16_t> folded, kw::view<float> shift);

/// Task 4. out[i, j] = gelu(rstd[i] * (sum over p of x[i, p] folded[p, j]) + shift[j]), where the
/// loop of the product finds rstd of each row. With what task 3 computes, that is
/// gelu(layer_norm(x) w + bias).
///
/// \param x     rows whose mean is at most 4 times their standard deviation: folded cancels the
///              mean as exactly as float16 allows.
/// \param shift `[n]`
/// Cost: 2 m n k operations. x is read once for every 128 columns of out, and out is written
/// once.
void fused_layer(matrix_of<const float16_t> x, matrix_of<const float16_t> folded,
                 kw::view<const float> shift, float eps, matrix_of<float16_t> out);

/// Task 5. The same with loads that run ahead. A first kernel, which is provided, computes rstd of
/// each row.
///
/// \param x,folded,out arrays that a tensor descriptor takes: their rows begin at multiples of 16
///                     bytes. Others are an error.
/// \param rstd         `[m]`, an output as well
/// Cost: 2 m n k operations, and one more pass over x for rstd.
void fused_layer_pipelined(matrix_of<const float16_t> x, matrix_of<const float16_t> folded,
                           kw::view<const float> shift, float eps, kw::view<float> rstd,
                           matrix_of<float16_t> out);

}  // namespace lesson12
