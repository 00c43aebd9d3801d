// Lesson 11, task 7: the gradients of attention (stretch).
// Page: lessons/11_pytorch/README.md   Check while you edit: ./course watch lesson11.7
//
//   dq: [batch, heads, n, d]      dk, dv: [batch, kv_heads, n, d]
//   all of them float16 and dense
//
// Two kernels of lesson 08 compute them, one after the other, with the same workspace `sums`, which
// is [batch, heads, 2, n].
#include "pytorch.hpp"

#include "checked.hpp"  // answer, dense_of, require_same_sizes, refuse_argument

using namespace kw;
using namespace lesson11;

/// Refuses sizes that do not belong together.
static void check_sizes(const c_array& q, const c_array& k, const c_array& lse,
                        const c_array& sums) {
  if (k.sizes[0] != q.sizes[0] || k.sizes[2] != q.sizes[2] || k.sizes[3] != q.sizes[3] ||
      k.sizes[1] < 1 || q.sizes[1] % k.sizes[1] != 0) {
    refuse_argument("k is " + sizes_of(k) + ", which does not belong to a q of " + sizes_of(q));
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (lse.sizes[axis] != q.sizes[axis] || sums.sizes[axis == 2 ? 3 : axis] != q.sizes[axis]) {
      refuse_argument("lse is " + sizes_of(lse) + " and sums is " + sizes_of(sums) +
                      ", which do not belong to a q of " + sizes_of(q));
    }
  }
  if (sums.sizes[2] != 2) {
    refuse_argument("sums is " + sizes_of(sums) + ", but axis 2 must have 2 elements");
  }
}

extern "C" result kw_attention_backward(place where, c_array q, c_array k, c_array v, c_array o,
                                        c_array lse, c_array dout, c_array sums, c_array dq,
                                        c_array dk, c_array dv, std::int32_t causal) {
  return answer(where, [&] {
    check_sizes(q, k, lse, sums);
    // TODO(lesson11.7): which sizes do the other arrays have? Then views over all of them, and the
    // three gradients by lesson08::key_gradients and lesson08::query_gradients.
  });
}
