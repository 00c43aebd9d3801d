// Lesson 08, task 4: causal attention, which does not look into the future.
// Page: lessons/08_flash_attention/README.md   Check while you edit: ./course watch lesson08.4
//
//   o[i] = sum over j <= i of softmax(s[i])[j] * v[j]     s[i, j] = q[i] * k[j] / sqrt(D), j <= i
//
// Row i sees only columns 0 to i, which include its own. Half of all scores count for nothing, and
// most of those need not be computed. What task 2 carries from step to step is in `softmax` here.
#include "flash_attention.hpp"
#include "online_softmax.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct CausalAttention {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 4, D> q,
                            array<const float16_t, 4, D> k, array<const float16_t, 4, D> v,
                            array<float16_t, 4, D> o) const {
    int batch = tl.program_id(2), head = tl.program_id(1);
    int first = tl.program_id(0) * BM, n = q.rows();  // the program's first row, of n in the head
    auto qt = tl.load(q(batch, head).tile(shape<BM, D>, first, 0));  // [BM, D]
    auto softmax = lesson08::start_softmax(tl, shape<BM, D>);
    // TODO(lesson08.4): which is the first column that no row of this program sees? The walk ends
    // there.
    int end = n;
    for (int start = 0; start < end; start += BN) {
      auto kt = tl.load(k(batch, head).tile(shape<BN, D>, start, 0));  // [BN, D]
      auto vt = tl.load(v(batch, head).tile(shape<BN, D>, start, 0));
      auto cols = start + tl.arange(size<BN>);  // [BN]
      auto s = tl.dot(qt, tl.trans(kt));        // [BM, BN]; `softmax` multiplies by the scale
      // TODO(lesson08.4): which columns of this step does each row see? As it stands, all up to n.
      s = tl.where(cols(None, _) < n, s, -inf);
      softmax.add(tl, s, vt);
    }
    tl.store(o(batch, head).tile(shape<BM, D>, first, 0), softmax.mean());
  }
};

#include "launch_causal_attention.hpp"  // BM, BN and how many warps for which D; no need to read it
