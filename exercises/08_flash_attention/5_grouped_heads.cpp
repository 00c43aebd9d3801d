// Lesson 08, task 5: heads of q that share a head of k and v.
// Page: lessons/08_flash_attention/README.md   Check while you edit: ./course watch lesson08.5
//
//   o[h] = softmax(q[h] k[g]^T / sqrt(D)) v[g]     for each head h of q; g is a head of k and v
//
// `group` heads of q that follow each other share one head of k and v, which makes k and v smaller.
// Arrays are [batch, heads, n, D], and elements are bfloat16.
#include "flash_attention.hpp"
#include "online_softmax.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct GroupedAttention {
  KW_KERNEL void operator()(program auto tl, array<const bfloat16_t, 4, D> q,
                            array<const bfloat16_t, 4, D> k, array<const bfloat16_t, 4, D> v,
                            array<bfloat16_t, 4, D> o) const {
    int batch = tl.program_id(2), head = tl.program_id(1);  // of q and o
    int first = tl.program_id(0) * BM, n = q.rows();  // the program's first row, of n in the head
    int group = q.extent(1) / k.extent(1);
    // TODO(lesson08.5): which head of k and v belongs to this head of q? As it stands, all share
    // the first.
    int kv_head = 0 * group;
    auto qt = tl.load(q(batch, head).tile(shape<BM, D>, first, 0));  // [BM, D]
    auto softmax = lesson08::start_softmax(tl, shape<BM, D>);
    for (int start = 0; start < n; start += BN) {
      auto kt = tl.load(k(batch, kv_head).tile(shape<BN, D>, start, 0));  // [BN, D]
      auto vt = tl.load(v(batch, kv_head).tile(shape<BN, D>, start, 0));
      auto cols = start + tl.arange(size<BN>);  // [BN]
      auto s = tl.dot(qt, tl.trans(kt));        // [BM, BN]; `softmax` multiplies by the scale
      softmax.add(tl, tl.where(cols(None, _) < n, s, -inf), vt);
    }
    tl.store(o(batch, head).tile(shape<BM, D>, first, 0), softmax.mean());
  }
};

#include "launch_grouped_heads.hpp"  // BM, BN and how many warps for which D; no need to read it
