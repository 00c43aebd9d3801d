// Lesson 08, task 9: the gradient of q (stretch).
// Page: lessons/08_flash_attention/second_half.md   Check while you edit: ./course watch lesson08.9
//
//   s[i, j] = q[i] * k[j] / sqrt(D)            p[i, j] = e^(s[i, j] - lse[i])
//   dp[i, j] = dout[i] * v[j]                  ds[i, j] = p[i, j] * (dp[i, j] - delta[i])
//   dq[i] = sum over j of ds[i, j] * k[j] / sqrt(D)
//
// A program owns BM rows of one head's q and walks along k and v, as the forward pass does. `sums`
// is [batch, heads, 2, n]: for each head its lse, to base 2, and its delta. `group` heads of q
// share one head of k and v.
#include "flash_attention.hpp"
#include "heads.hpp"

using namespace kw;

template <int BM, int BN, int D, int STAGES>
struct QueryGradients {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t, 4> q,
                            tensor_descriptor<const float16_t, 4> k,
                            tensor_descriptor<const float16_t, 4> v,
                            tensor_descriptor<const float16_t, 4> dout, array<const float, 4> sums,
                            tensor_descriptor<float16_t, 4> dq, bool causal) const {
    constexpr float inverse_root = lesson08::kInverseRoot<D>;  // 1 / sqrt(D)
    constexpr float scale = lesson08::kScale<D>;               // 1 / sqrt(D), times log2(e)
    int n = q.extent(2), heads = q.extent(1), group = heads / k.extent(1);
    int first = (tl.num_programs(1) - 1 - tl.program_id(1)) * BM;  // the longest walk first
    int number = tl.program_id(2) * tl.num_programs(0) + tl.program_id(0);  // of the head, of all
    int batch = number / heads, head = number % heads;
    // TODO(lesson08.9): which head of k and v does this head of q share, and where does a causal
    // walk end?
    int kv_head = 0 * group, end = n;
    auto kv = tl.stream(stages<STAGES>, [&](int start) {
      return fetch(k.tile(shape<BN, D>, batch, kv_head, start, 0),
                   v.tile(shape<BN, D>, batch, kv_head, start, 0));
    });
    auto qt = tl.load(q.tile(shape<BM, D>, batch, head, first, 0));
    auto gt = tl.load(dout.tile(shape<BM, D>, batch, head, first, 0));
    auto rows = first + tl.arange(size<BM>);    // [BM], within the head
    auto column = tl.full(shape<BM, 1>, 0.0f);  // has the layout that the loop needs
    auto of_head = sums(batch, head);           // [2, n]
    auto lse = column + tl.load(of_head.row(0) + rows(_, None), rows(_, None) < n, 0.0f);
    auto delta = column + tl.load(of_head.row(1) + rows(_, None), rows(_, None) < n, 0.0f);
    auto dqt = tl.accumulator(shape<BM, D>);
    kv.pipelined(0, end, BN, [&](int start, auto kt, auto vt) {
      auto s = tl.dot(qt, tl.trans(tl.keep(kt))) * scale - lse;  // [BM, BN]
      // TODO(lesson08.9): which keys does each row see? Then the weights p, dp and ds of this step,
      // and what they add to dqt. The factor 1 / sqrt(D) is applied once, after the loop.
      auto dp = tl.dot(gt, tl.trans(vt));
      dqt = tl.dot((s + dp - delta).to(float16), kt, dqt);
    });
    tl.store(dq.tile(shape<BM, D>, batch, head, first, 0), dqt * inverse_root);
  }
};

#include "launch_query_gradients.hpp"  // lse and delta, tiles and warps; no need to read it
