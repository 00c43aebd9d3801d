/// \file
/// Contract of lesson 08: the functions that exercises/08_flash_attention/flash_attention.cpp
/// defines.
#pragma once

#include <kernelwright/tensor.hpp>

/// Lesson 08, flash attention: o = softmax(q k^T / sqrt(d)) v, without ever storing the matrix of
/// scores.
///
/// q and o are `[batch, heads, n, d]`, k and v `[batch, kv_heads, n, d]`, and lse is
/// `[batch, heads, n]`; heads is a multiple of kv_heads, and query head h attends to the keys and
/// values of head h / (heads / kv_heads). T is kw::float16_t with a d of 32,
/// 64, 128 or 256, or kw::bfloat16_t with a d of 64 or 128; another d throws kw::error.
/// 0 <= n <= 1,000,000, and batch * heads at most 65,535. All are on one device; o and lse share no
/// memory with the others.
///
/// The softmax is float32; its numerators are rounded to T for the product with v. o is rounded
/// once. lse, the natural logarithm of the sum of exp(score) of each row, is float32.
/// With `causal`, row i attends to columns 0 to i, else to all.
namespace lesson08 {

/// What `attention_block` takes at most, and its head size.
inline constexpr int kBlock = 64;
inline constexpr int kBlockHead = 64;

/// One head in one tile: q, k, v and o are `[n, kBlockHead]`, dense, with n <= kBlock. Not causal.
void attention_block(kw::view<const kw::float16_t, 2> q, kw::view<const kw::float16_t, 2> k,
                     kw::view<const kw::float16_t, 2> v, kw::view<kw::float16_t, 2> o);

/// Attention through pointers. All arrays are dense (row-major, without gaps).
///
/// Cost: 4 n^2 d operations a head (causal: about half); q, o and lse move once, k and v once for
/// every 64 rows of q. No memory but its arguments'.
template <class T>
void attention(kw::view<const T, 4> q, kw::view<const T, 4> k, kw::view<const T, 4> v,
               kw::view<T, 4> o, kw::view<float, 3> lse, bool causal);

/// The same through tensor descriptors and a stream, whose loads run ahead of the products.
///
/// lse is dense. The other arrays have `stride(3) == 1`; all other strides, and the first element,
/// are multiples of 16 bytes, or kw::error is thrown.
/// Cost: as `attention`, with k and v read once for every 128 or 192 rows of q.
template <class T>
void attention_pipelined(kw::view<const T, 4> q, kw::view<const T, 4> k, kw::view<const T, 4> v,
                         kw::view<T, 4> o, kw::view<float, 3> lse, bool causal);

/// The gradients of a loss, given `dout`, its gradient with respect to o. With the scores
/// `s[i, j] = q[i] * k[j] / sqrt(d)`, and `p[i, j] = exp(s[i, j] - lse[i])`, 0 where row i does not
/// see column j:
///
///     delta[i] = sum over c of dout[i, c] * o[i, c]
///     ds[i, j] = p[i, j] * (sum over c of dout[i, c] * v[j, c] - delta[i])
///     dq[i] = sum over j of ds[i, j] * k[j] / sqrt(d)
///     dk[j] = sum over i of ds[i, j] * q[i] / sqrt(d)
///     dv[j] = sum over i of p[i, j] * dout[i]
///
/// where dk and dv sum over all heads of q that share a head of k and v. All arrays are dense.
///
/// \param q,k,v,o,lse,causal  as `attention` got and wrote them, with a d of 64 or 128; another d
///              throws kw::error.
/// \param dout  `[batch, heads, n, d]`.
/// \param delta `[batch, heads, n]`: workspace.
/// \param dq    `[batch, heads, n, d]`  \param dk,dv `[batch, kv_heads, n, d]`
///
/// p and ds are rounded to float16 for their products, so that no ds may pass 65,504; sums are
/// float32, and rounded once. They are always summed in the same order: results are equal to the
/// last bit in every run. Sharing no memory, one device: as above, for all that is written here.
/// Cost: 14 n^2 d operations a head (causal: about half). No memory but its arguments'.
void attention_backward(kw::view<const kw::float16_t, 4> q, kw::view<const kw::float16_t, 4> k,
                        kw::view<const kw::float16_t, 4> v, kw::view<const kw::float16_t, 4> o,
                        kw::view<const float, 3> lse, kw::view<const kw::float16_t, 4> dout,
                        kw::view<float, 3> delta, kw::view<kw::float16_t, 4> dq,
                        kw::view<kw::float16_t, 4> dk, kw::view<kw::float16_t, 4> dv, bool causal);

}  // namespace lesson08
