/// \file
/// Contract of elective 11: the functions that the files of exercises/11_pytorch define, one or two
/// each.
#pragma once
#include <cstdint>

/// Elective 11, your kernels in PyTorch: plain C functions that any language can call, around the
/// kernels of lessons 05, 06 and 08. Nothing is copied on the way: a function gets addresses, sizes
/// and strides of memory that belongs to the caller, and kernels read and write it where it is.
///
/// C knows no templates, views or exceptions. So an element type is a number, an array is a plain
/// struct, and what went wrong comes back as a number and a text.
namespace lesson11 {

/// Element types, by number.
enum class element : std::int32_t { float32 = 0, float16 = 1, bfloat16 = 2 };

/// An array of the caller's: element (i, j) is at `data + i * strides[0] + j * strides[1]`, and so
/// on for `rank` axes. Strides count elements, as PyTorch's do. Entries past `rank` are not looked
/// at.
struct c_array {
  void* data;
  std::int64_t sizes[4];
  std::int64_t strides[4];
  std::int32_t rank;
  element type;
};

/// Where the arrays of a call are and where its kernels run.
struct place {
  std::int32_t kind;   ///< 0: the CPU, 1: a GPU
  std::int32_t index;  ///< which GPU
  void* stream;        ///< the GPU's queue, a cudaStream_t; null is the default one
};

/// How a call ended.
enum class outcome : std::int32_t { done = 0, wrong_type = 1, wrong_argument = 2, failed = 3 };

/// What a call returns: how it ended and, unless it is done, why, in words that end with a zero.
struct result {
  outcome code;
  char message[508];
};

/// What lesson 05's `softmax`, its `softmax_backward` and lesson 06's kernels take at most.
inline constexpr std::int64_t kLongestSoftmaxTile = 32768;
inline constexpr std::int64_t kLongestBackwardTile = 4096;
inline constexpr std::int64_t kLongestNormTile = 4096;

}  // namespace lesson11

/// Task 1. The softmax of each row; the arguments are known to be right.
///
/// \param x `[rows, columns]`, columns <= kLongestSoftmaxTile; `strides[1]` is 1.
/// \param y of the sizes and the type of x; its strides may differ.
/// Cost: the same as lesson 05's `softmax`. No memory is allocated.
extern "C" void kw_softmax_unchecked(lesson11::place where, lesson11::c_array x,
                                     lesson11::c_array y);

/// Task 2. The softmax of each row, which neither throws nor touches memory when an argument is
/// wrong.
///
/// \param x `[rows, columns]`: any number of rows, and any number of columns up to 2^30.
/// \param y of the sizes and the type of x.
/// \returns `wrong_type`: x has an unknown type, or y has another type than x. `wrong_argument`:
/// an array does not have two axes, is null though it has elements, has a `strides[1]` that is not
/// 1, or rows that overlap (`strides[0]` less than the columns); the sizes are not the same; or
/// `where.kind` is neither 0 nor 1. `failed`: anything else went wrong. The message names the
/// array, x or y, and the number that is wrong.
extern "C" lesson11::result kw_softmax(lesson11::place where, lesson11::c_array x,
                                       lesson11::c_array y);

/// Task 3. The gradient of a softmax: `dx = y * (dy - sum(y * dy))` for each row.
///
/// \param y,dy `[rows, columns]`, columns <= kLongestBackwardTile. y is what `kw_softmax` wrote.
/// \param dx `[rows, columns]`. All three have the same type.
/// \returns like `kw_softmax`; `wrong_argument` also for longer rows
extern "C" lesson11::result kw_softmax_backward(lesson11::place where, lesson11::c_array y,
                                                lesson11::c_array dy, lesson11::c_array dx);

/// Task 4. LayerNorm of each row, with the values that its gradient needs.
///
/// \param x,y `[rows, columns]`, 1 <= columns <= 65536.
/// \param weight,bias `[columns]`, of the type of x.
/// \param mean,rstd `[rows]`, float32: written for `kw_layer_norm_backward`.
/// \returns like `kw_softmax`, also for arrays of one axis whose stride is not 1
extern "C" lesson11::result kw_layer_norm(lesson11::place where, lesson11::c_array x,
                                          lesson11::c_array weight, lesson11::c_array bias,
                                          double eps, lesson11::c_array y, lesson11::c_array mean,
                                          lesson11::c_array rstd);

/// Task 5. The gradients of LayerNorm.
///
/// \param dy,x,dx `[rows, columns]`, columns <= kLongestBackwardTile.
/// \param weight `[columns]`, of the type of x.
/// \param mean,rstd `[rows]`, float32, from `kw_layer_norm`.
/// \param dw,db `[columns]`, float32.
/// \param workspace `[2 * n, columns]`, float32, dense, for any n from 1 on: the caller allocates
/// it, and its contents before and afterwards mean nothing.
/// \returns like `kw_layer_norm`; `wrong_argument` also for longer rows
extern "C" lesson11::result kw_layer_norm_backward(lesson11::place where, lesson11::c_array dy,
                                                   lesson11::c_array x, lesson11::c_array weight,
                                                   lesson11::c_array mean, lesson11::c_array rstd,
                                                   lesson11::c_array dx, lesson11::c_array dw,
                                                   lesson11::c_array db,
                                                   lesson11::c_array workspace);

/// Task 6. Attention, of arrays whose axes may be in any order, except for the last.
///
/// \param q,o `[batch, heads, n, d]`, float16, d 64 or 128
/// \param k,v `[batch, kv_heads, n, d]`: heads is a multiple of kv_heads.
/// \param lse `[batch, heads, n]`, float32, dense: written for `kw_attention_backward`.
/// \param causal 0, or 1 where row i attends to columns 0 to i
///
/// The last stride of q, k, v and o is 1. Their other strides, and their addresses, are multiples
/// of 16 bytes. \returns as `kw_softmax`
extern "C" lesson11::result kw_attention(lesson11::place where, lesson11::c_array q,
                                         lesson11::c_array k, lesson11::c_array v,
                                         lesson11::c_array o, lesson11::c_array lse,
                                         std::int32_t causal);

/// Task 7. The gradients of attention. All arrays are dense.
///
/// \param q,k,v,o,lse,causal as `kw_attention` got and wrote them
/// \param dout `[batch, heads, n, d]`, the gradient with respect to o
/// \param sums `[batch, heads, 2, n]`, float32: workspace
/// \param dq,dk,dv of the sizes of q, k and v
/// \returns like `kw_softmax`; `wrong_argument` also for an array that is not dense
extern "C" lesson11::result kw_attention_backward(lesson11::place where, lesson11::c_array q,
                                                  lesson11::c_array k, lesson11::c_array v,
                                                  lesson11::c_array o, lesson11::c_array lse,
                                                  lesson11::c_array dout, lesson11::c_array sums,
                                                  lesson11::c_array dq, lesson11::c_array dk,
                                                  lesson11::c_array dv, std::int32_t causal);
