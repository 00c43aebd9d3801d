// Lesson 08, task 9: the gradient of q (stretch).
// The page: lessons/08_flash_attention/second_half.md
//
//   s[i, j] = q[i] * k[j] / sqrt(D)            p[i, j] = e^(s[i, j] - lse[i])
//   dp[i, j] = dout[i] * v[j]                  ds[i, j] = p[i, j] * (dp[i, j] - delta[i])
//   dq[i] = sum over j of ds[i, j] * k[j] / sqrt(D)
//
// A program owns BM rows of one head's q and walks along k and v, as the forward pass does. Rows
// 2 * head and 2 * head + 1 of `sums` hold a head's lse, to base 2, and its delta. `group` heads of
// q share one head of k and v.
//
// Check it while you edit:  ./course watch lesson08.9
#include "flash_attention.hpp"

#include <kernelwright/kernelwright.hpp>

#include "heads.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct QueryGradients {
  KW_KERNEL void operator()(program auto tl, matrix<const float16_t> q, matrix<const float16_t> k,
                            matrix<const float16_t> v, matrix<const float16_t> dout,
                            matrix<const float> sums, matrix<float16_t> dq, int group,
                            bool causal) const {
    constexpr float inverse_root = lesson08::kInverseRoot<D>;  // 1 / sqrt(D)
    constexpr float scale = lesson08::kScale<D>;               // 1 / sqrt(D), times log2(e)
    int n = sums.columns(), head = tl.program_id(1), first = tl.program_id(0) * BM;
    // TODO(lesson08.9): which head of k and v does this head of q share, and where does a causal
    // walk end?
    int kv_head = 0, end = n;
    auto qh = lesson08::head_of<D>(q, head, n);  // [n, D], like the others
    auto gh = lesson08::head_of<D>(dout, head, n);
    auto kh = lesson08::head_of<D>(k, kv_head, n);
    auto vh = lesson08::head_of<D>(v, kv_head, n);
    auto rows = first + tl.arange(size<BM>);  // [BM], within the head
    auto dims = tl.arange(size<D>);           // [D]
    auto qt = tl.load(qh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
    auto gt = tl.load(gh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
    auto column = tl.full(shape<BM, 1>, 0.0f);  // has the layout that the loop needs
    auto lse = column + tl.load(sums.row(2 * head) + rows(_, None), rows(_, None) < n, 0.0f);
    auto delta = column + tl.load(sums.row(2 * head + 1) + rows(_, None), rows(_, None) < n, 0.0f);
    auto dqt = tl.accumulator(shape<BM, D>);
    for (int start = 0; start < end; start += BN) {
      auto keys = start + tl.arange(size<BN>);  // [BN]
      auto kt = tl.load(kh.row(keys(_, None)) + dims(None, _), keys(_, None) < n, 0.0f);
      auto vt = tl.load(vh.row(keys(_, None)) + dims(None, _), keys(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt)) * scale - lse;  // [BM, BN]
      // TODO(lesson08.9): which keys does each row see? Then the weights p, dp and ds of this step,
      // and what they add to dqt. The factor 1 / sqrt(D) is applied once, after the loop.
      auto dp = tl.dot(gt, tl.trans(vt));
      dqt = tl.dot((s + dp - delta).to(float16), kt, dqt);
    }
    auto dqh = lesson08::head_of<D>(dq, head, n);
    tl.store(dqh.row(rows(_, None)) + dims(None, _), dqt * inverse_root, rows(_, None) < n);
  }
};

#include "launch_query_gradients.hpp"  // lse and delta, tiles and warps; no need to read it
