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

template <int BM, int BN, int D>
struct Attention {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> q, array<const T, 2> k,
                            array<const T, 2> v, array<T, 2> o, int n) const {
    constexpr float scale = lesson08::kScale<D>;  // 1 / sqrt(D), times log2(e)
    int head = tl.program_id(1);
    auto qh = lesson08::head_of<D>(q, head, n);  // [n, D], like the others
    auto kh = lesson08::head_of<D>(k, head, n);
    auto vh = lesson08::head_of<D>(v, head, n);
    auto oh = lesson08::head_of<D>(o, head, n);
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);  // [BM], within the head
    auto dims = tl.arange(size<D>);                           // [D]
    auto qt = tl.load(qh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
    auto m = tl.full(shape<BM, 1>, -inf);
    auto l = tl.full(shape<BM, 1>, 0.0f);
    auto acc = tl.accumulator(shape<BM, D>);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);  // [BN], within the head
      auto kt = tl.load(kh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto vt = tl.load(vh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
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
    tl.store(oh.row(rows(_, None)) + dims(None, _), acc * (1.0f / l), rows(_, None) < n);
  }
};

#include "launch_attention.hpp"  // BM, BN and how many warps for which D; no need to read it
