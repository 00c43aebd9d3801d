// Lesson 08, task 2: attention over rows of any length.
// Page: lessons/08_flash_attention/README.md   Check while you edit: ./course watch lesson08.2
//
//   o[i] = sum over j of softmax(s[i])[j] * v[j]     s[i, j] = q[i] * k[j] / sqrt(D), 0 <= i, j < n
//
// A program owns BM rows of one head's q and walks along that head's k and v, BN rows at a time.
// For each row of q it carries three things: the largest score so far, m; the sum so far of
// exp2(score - m), l; and the row of o so far, acc, which is divided by l once, at the end.
#include "flash_attention.hpp"
#include "heads.hpp"

using namespace kw;

template <class T, int BM, int BN, int D>
struct Attention {
  KW_KERNEL void operator()(program auto tl, array<const T, 4, D> q, array<const T, 4, D> k,
                            array<const T, 4, D> v, array<T, 4, D> o) const {
    constexpr float scale = lesson08::kScale<D>;  // 1 / sqrt(D), times log2(e)
    int batch = tl.program_id(2), head = tl.program_id(1);
    int first = tl.program_id(0) * BM, n = q.rows();  // the program's first row, of n in the head
    auto qt = tl.load(q(batch, head).tile(shape<BM, D>, first, 0));  // [BM, D]
    auto m = tl.full(shape<BM, 1>, -inf);
    auto l = tl.full(shape<BM, 1>, 0.0f);
    auto acc = tl.accumulator(shape<BM, D>);
    for (int start = 0; start < n; start += BN) {
      auto kt = tl.load(k(batch, head).tile(shape<BN, D>, start, 0));  // [BN, D]
      auto vt = tl.load(v(batch, head).tile(shape<BN, D>, start, 0));
      auto cols = start + tl.arange(size<BN>);    // [BN]
      auto s = tl.dot(qt, tl.trans(kt)) * scale;  // [BM, BN]
      s = tl.where(cols(None, _) < n, s, -inf);
      // TODO(lesson08.2): a step may raise the maximum of a row. What does that do to everything
      // that was added under the old one? Carry m, l and acc over this step. As it stands, m and l
      // stay what they were.
      //{ solution
      auto m_new = tl.maximum(m, tl.max(s, axis<1>)(_, None));
      auto alpha = tl.exp2(m - m_new);
      auto p = tl.exp2(s - m_new);
      l = l * alpha + tl.sum(p, axis<1>)(_, None);
      acc = acc * alpha;
      acc = tl.dot(p.to(dtype<T>{}), vt, acc);
      m = m_new;
      //| auto p = tl.exp2(s - m);
      //| acc = tl.dot(p.to(dtype<T>{}), vt, acc);
      //}
    }
    tl.store(o(batch, head).tile(shape<BM, D>, first, 0), acc * (1.0f / l));
  }
};

#include "launch_attention.hpp"  // BM, BN and how many warps for which D; no need to read it
