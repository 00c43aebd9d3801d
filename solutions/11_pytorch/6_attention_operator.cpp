// Lesson 11, task 6: attention, over arrays in PyTorch's order of axes.
// Page: lessons/11_pytorch/README.md   Check while you edit: ./course watch lesson11.6
//
//   o = softmax(q k^T / sqrt(d)) v
//   q, o: [batch, heads, n, d]      k, v: [batch, kv_heads, n, d]
//
// A linear layer leaves [batch, n, heads, d] in memory, and x.transpose(1, 2) shows it as
// [batch, heads, n, d] without moving an element: only sizes and strides change places. A view does
// the same, and lesson08::attention_pipelined takes any strides but the last.
#include "pytorch.hpp"

#include "checked.hpp"  // answer, view_of, dense_of, require_same_sizes, refuse_argument

using namespace kw;
using namespace lesson11;

/// Refuses sizes that lesson 08's kernel does not take.
static void check_heads(const c_array& q, const c_array& k) {
  if (q.sizes[3] != 64 && q.sizes[3] != 128) {
    refuse_argument("q has heads of " + std::to_string(q.sizes[3]) +
                    " elements, but there are kernels for 64 and 128");
  }
  if (k.sizes[0] != q.sizes[0] || k.sizes[2] != q.sizes[2] || k.sizes[3] != q.sizes[3]) {
    refuse_argument("k is " + sizes_of(k) + ", but q is " + sizes_of(q) +
                    ": all but the heads must be the same");
  }
  if (k.sizes[1] < 1 || q.sizes[1] % k.sizes[1] != 0) {
    refuse_argument("q has " + std::to_string(q.sizes[1]) + " heads, which is not a multiple of " +
                    std::to_string(k.sizes[1]) + " of k");
  }
}

extern "C" result kw_attention(place where, c_array q, c_array k, c_array v, c_array o, c_array lse,
                               std::int32_t causal) {
  return answer(where, [&] {
    // TODO(lesson11.6): five views. Those of q, k, v and o have the strides of the caller; lse is
    // dense and float32. Then the sizes, check_heads and the kernel, whose T is float16_t.
    //{ solution
    const auto queries = view_of<const float16_t, 4>("q", q, where);
    const auto keys = view_of<const float16_t, 4>("k", k, where);
    const auto values = view_of<const float16_t, 4>("v", v, where);
    const auto to = view_of<float16_t, 4>("o", o, where);
    const auto sums = dense_of<float, 3>("lse", lse, where);
    require_same_sizes("q", q, "o", o);
    require_same_sizes("k", k, "v", v);
    check_heads(q, k);
    if (lse.sizes[0] != q.sizes[0] || lse.sizes[1] != q.sizes[1] || lse.sizes[2] != q.sizes[2]) {
      refuse_argument("lse is " + sizes_of(lse) + ", but q is " + sizes_of(q));
    }
    lesson08::attention_pipelined<float16_t>(queries, keys, values, to, sums, causal != 0);
    //| (void)check_heads;
    //}
  });
}
