/// \file
/// The functions of earlier lessons that elective 11 calls, as their contracts declare them. The
/// tests link ours, so any mistake is in your C function; the library for PyTorch links yours.
#pragma once
#include <cstdint>

#include <kernelwright/tensor.hpp>

namespace lesson05 {
template <class T>
void softmax(kw::view<const T, 2> x, kw::view<T, 2> out);  // up to 32768 columns
template <class T>
void softmax_long(kw::view<const T, 2> x, kw::view<T, 2> out);  // any number
template <class T>
void softmax_backward(kw::view<const T, 2> y, kw::view<const T, 2> dy, kw::view<T, 2> dx);
}  // namespace lesson05

namespace lesson06 {
template <class T>
void layer_norm(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<const T> bias,
                kw::view<T, 2> y, kw::view<float> mean, kw::view<float> rstd,
                float eps);  // up to 4096 columns
template <class T>
void layer_norm_long(kw::view<const T, 2> x, kw::view<const T> weight, kw::view<const T> bias,
                     kw::view<T, 2> y, kw::view<float> mean, kw::view<float> rstd, float eps);
/// Row p of the partial sums is the share of program p.
template <class T>
void layer_norm_backward(kw::view<const T, 2> dy, kw::view<const T, 2> x, kw::view<const T> weight,
                         kw::view<const float> mean, kw::view<const float> rstd, kw::view<T, 2> dx,
                         kw::view<float, 2> dw_partial, kw::view<float, 2> db_partial);
void column_sums(kw::view<const float, 2> dw_partial, kw::view<const float, 2> db_partial,
                 kw::view<float> dw, kw::view<float> db);
}  // namespace lesson06

namespace lesson08 {
template <class T>
void attention_pipelined(kw::view<const T, 4> q, kw::view<const T, 4> k, kw::view<const T, 4> v,
                         kw::view<T, 4> o, kw::view<float, 3> lse, bool causal);
void key_gradients(kw::view<const kw::float16_t, 4> q, kw::view<const kw::float16_t, 4> k,
                   kw::view<const kw::float16_t, 4> v, kw::view<const kw::float16_t, 4> o,
                   kw::view<const float, 3> lse, kw::view<const kw::float16_t, 4> dout,
                   kw::view<float, 4> sums, kw::view<kw::float16_t, 4> dk,
                   kw::view<kw::float16_t, 4> dv, bool causal);
void query_gradients(kw::view<const kw::float16_t, 4> q, kw::view<const kw::float16_t, 4> k,
                     kw::view<const kw::float16_t, 4> v, kw::view<const kw::float16_t, 4> o,
                     kw::view<const float, 3> lse, kw::view<const kw::float16_t, 4> dout,
                     kw::view<float, 4> sums, kw::view<kw::float16_t, 4> dq, bool causal);
}  // namespace lesson08
