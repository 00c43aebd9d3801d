// Kernels that no task of the course has, beside which tools/peers.py measures those of tasks.
#pragma once
#include <kernelwright/tensor.hpp>

namespace kw::peers {

/// c = a b, where rows of any length and any alignment are streamed.
void matmul_pointer_stream(view<const float16_t, 2> a, view<const float16_t, 2> b,
                           view<float16_t, 2> c);

/// c = a b with a split along k into as many parts as `sums`, [parts, m, n], has planes.
void matmul_split(view<const float16_t, 2> a, view<const float16_t, 2> b, view<float, 3> sums,
                  view<float16_t, 2> c);

/// Attention as in lesson 08, with arrays [batch, heads, n, d], dense, d 64 or 128.
void attention_pointer_stream(view<const float16_t, 4> q, view<const float16_t, 4> k,
                              view<const float16_t, 4> v, view<float16_t, 4> o, bool causal);

}  // namespace kw::peers
