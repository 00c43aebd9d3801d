/// \file
/// Contract of lesson 08: the functions that the files of exercises/08_flash_attention define, one
/// each.
#pragma once

#include <kernelwright/contract.hpp>

/// Lesson 08, flash attention: o = softmax(q k^T / sqrt(d)) v, without ever storing the matrix of
/// scores.
///
/// q and o are `[batch, heads, n, d]`, k and v `[batch, kv_heads, n, d]`, and lse is
/// `[batch, heads, n]`. Unless a function says otherwise, kv_heads equals heads, arrays are dense
/// (row-major, without gaps), and elements are kw::float16_t. 0 <= n <= 1,000,000, batch * heads is
/// at most 65,535, and batch * heads * n below 2^31. All arrays are on one device, and no output
/// shares memory with another array.
///
/// The head sizes d that there are:
///
/// | functions | d | any other d |
/// |---|---|---|
/// | `attention_block`, `sliding_window_attention` | 64 | is not in the contract |
/// | all others | 64, 128 | throws kw::error, which names them |
///
/// The softmax is float32; its numerators are rounded to 16 bits for the product with v. o is
/// rounded once. A call needs no memory but its arguments'. Results are equal to the last bit in
/// every run.
namespace lesson08 {

/// What `attention_block` takes at most, and its head size.
inline constexpr int kBlock = 64;
inline constexpr int kBlockHead = 64;

/// The head size of `sliding_window_attention`.
inline constexpr int kWindowHead = 64;

/// One head in one tile: q, k, v and o are `[n, kBlockHead]`, dense, with n <= kBlock.
void attention_block(kw::view<const kw::float16_t, 2> q, kw::view<const kw::float16_t, 2> k,
                     kw::view<const kw::float16_t, 2> v, kw::view<kw::float16_t, 2> o);

/// Attention: row i of o attends to columns 0 to n - 1.
///
/// The contract promises kw::float16_t. The kernel serves kw::bfloat16_t as well, for a program
/// that instantiates it. Cost: 4 n^2 d operations per head; q and o move once, k and v once for
/// every 64 or 128 rows of q.
template <class T>
void attention(kw::view<const T, 4> q, kw::view<const T, 4> k, kw::view<const T, 4> v,
               kw::view<T, 4> o);

/// The natural logarithm of the sum of e^score of each row, as float32.
///
/// Cost: 2 n^2 d operations per head; q moves once, k once for every 64 or 128 rows of q.
void log_sum_exp(kw::view<const kw::float16_t, 4> q, kw::view<const kw::float16_t, 4> k,
                 kw::view<float, 3> lse);

/// Causal attention: row i of o attends to columns 0 to i.
///
/// Cost: about half as much as `attention`.
void causal_attention(kw::view<const kw::float16_t, 4> q, kw::view<const kw::float16_t, 4> k,
                      kw::view<const kw::float16_t, 4> v, kw::view<kw::float16_t, 4> o);

/// Attention whose heads share k and v, in kw::bfloat16_t: heads is a multiple of kv_heads, and
/// query head h attends to the keys and values of head h / (heads / kv_heads).
///
/// Cost: like `attention`.
void grouped_attention(kw::view<const kw::bfloat16_t, 4> q, kw::view<const kw::bfloat16_t, 4> k,
                       kw::view<const kw::bfloat16_t, 4> v, kw::view<kw::bfloat16_t, 4> o);

/// Attention through a sliding window: row i of o attends to columns i - window + 1 to i, of which
/// those below 0 do not exist.
///
/// \param q,k,v,o `[heads, n, kWindowHead]`, dense  \param window at least 1, and any larger number
/// Cost: 4 n d (window + 64) operations per head at most, if no program walks further than it must.
void sliding_window_attention(kw::view<const kw::float16_t, 3> q,
                              kw::view<const kw::float16_t, 3> k,
                              kw::view<const kw::float16_t, 3> v, kw::view<kw::float16_t, 3> o,
                              int window);

/// Attention through tensor descriptors and a stream, whose loads run ahead of the products. Causal
/// or not, with shared heads as in `grouped_attention`, and with the lse of each row.
///
/// The contract promises kw::float16_t. The kernel serves kw::bfloat16_t as well, for a program
/// that instantiates it. lse is dense. The other arrays have `stride(3) == 1`; all other strides,
/// and the first element, are multiples of 16 bytes, or kw::error is thrown. Cost: like
/// `attention`, with k and v read once for every 128 or 192 rows of q.
template <class T>
void attention_pipelined(kw::view<const T, 4> q, kw::view<const T, 4> k, kw::view<const T, 4> v,
                         kw::view<T, 4> o, kw::view<float, 3> lse, bool causal);

/// The gradients of a loss with respect to k and v, given `dout`, its gradient with respect to o.
/// With the scores `s[i, j] = q[i] * k[j] / sqrt(d)`, and `p[i, j] = exp(s[i, j] - lse[i])`, 0
/// where row i does not see column j:
///
///     delta[i] = sum over c of dout[i, c] * o[i, c]
///     ds[i, j] = p[i, j] * (sum over c of dout[i, c] * v[j, c] - delta[i])
///     dk[j] = sum over i of ds[i, j] * q[i] / sqrt(d)
///     dv[j] = sum over i of p[i, j] * dout[i]
///
/// where dk and dv sum over all heads of q that share a head of k and v, as in `grouped_attention`.
///
/// \param q,k,v,o,lse,causal  as `attention_pipelined` got and wrote them, but dense.
/// \param dout  `[batch, heads, n, d]`.
/// \param sums  `[batch, heads, 2, n]`: workspace, for the lse and the delta of each row.
/// \param dk,dv `[batch, kv_heads, n, d]`
///
/// p and ds are rounded to float16 for their products, so no ds may pass 65,504; sums are float32,
/// and rounded once. Cost: 8 n^2 d operations per head (causal: about half).
void key_gradients(kw::view<const kw::float16_t, 4> q, kw::view<const kw::float16_t, 4> k,
                   kw::view<const kw::float16_t, 4> v, kw::view<const kw::float16_t, 4> o,
                   kw::view<const float, 3> lse, kw::view<const kw::float16_t, 4> dout,
                   kw::view<float, 4> sums, kw::view<kw::float16_t, 4> dk,
                   kw::view<kw::float16_t, 4> dv, bool causal);

/// The gradient of the same loss with respect to q, with `ds` and the arrays of `key_gradients`:
///
///     dq[i] = sum over j of ds[i, j] * k[j] / sqrt(d)
///
/// \param dq    `[batch, heads, n, d]`
///
/// Cost: 6 n^2 d operations per head (causal: about half).
void query_gradients(kw::view<const kw::float16_t, 4> q, kw::view<const kw::float16_t, 4> k,
                     kw::view<const kw::float16_t, 4> v, kw::view<const kw::float16_t, 4> o,
                     kw::view<const float, 3> lse, kw::view<const kw::float16_t, 4> dout,
                     kw::view<float, 4> sums, kw::view<kw::float16_t, 4> dq, bool causal);

}  // namespace lesson08
