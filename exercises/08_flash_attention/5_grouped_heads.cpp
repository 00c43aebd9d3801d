// Lesson 08, task 5: heads of q that share a head of k and v.
// Page: lessons/08_flash_attention/README.md   Check while you edit: ./course watch lesson08.5
//
//   o[h] = softmax(q[h] k[g]^T / sqrt(D)) v[g]     for each head h of q; g is a head of k and v
//
// `group` heads of q that follow each other share one head of k and v, which makes k and v smaller.
// Heads are counted through all batches, and a batch holds whole groups. Elements are bfloat16.
#include "flash_attention.hpp"
#include "online_softmax.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct GroupedAttention {
  KW_KERNEL void operator()(program auto tl, array<const bfloat16_t, 2> q,
                            array<const bfloat16_t, 2> k, array<const bfloat16_t, 2> v,
                            array<bfloat16_t, 2> o, int n, int group) const {
    int head = tl.program_id(1);  // of q and o
    // TODO(lesson08.5): which head of k and v belongs to this head of q? As it stands, all share
    // the first.
    int kv_head = 0;
    auto qh = lesson08::head_of<D>(q, head, n);  // [n, D], like the others
    auto kh = lesson08::head_of<D>(k, kv_head, n);
    auto vh = lesson08::head_of<D>(v, kv_head, n);
    auto oh = lesson08::head_of<D>(o, head, n);
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);  // [BM]
    auto dims = tl.arange(size<D>);                           // [D]
    auto qt = tl.load(qh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
    auto softmax = lesson08::start_softmax(tl, shape<BM, D>);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);  // [BN]
      auto kt = tl.load(kh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto vt = tl.load(vh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt));  // [BM, BN]; `softmax` multiplies by the scale
      softmax.add(tl, tl.where(cols(None, _) < n, s, -inf), vt);
    }
    tl.store(oh.row(rows(_, None)) + dims(None, _), softmax.mean(), rows(_, None) < n);
  }
};

#include "launch_grouped_heads.hpp"  // BM, BN and how many warps for which D; no need to read it
