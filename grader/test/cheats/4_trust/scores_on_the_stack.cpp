// No online softmax: each program keeps all scores of its rows in an array of tiles on its stack, a
// megabyte, looks for their maximum, and only then goes over v.
//
// task: lesson08.2
// earns: at most 5.5
#include "flash_attention.hpp"

#include <kernelwright/kernelwright.hpp>

#include "heads.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct Attention {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> q, matrix<const T> k,
                            matrix<const T> v, matrix<T> o, int n) const {
    constexpr float scale = lesson08::kScale<D>;
    int head = tl.program_id(1);
    auto qh = lesson08::head_of<D>(q, head, n);
    auto kh = lesson08::head_of<D>(k, head, n);
    auto vh = lesson08::head_of<D>(v, head, n);
    auto oh = lesson08::head_of<D>(o, head, n);
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto dims = tl.arange(size<D>);
    auto qt = tl.load(qh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
    auto zeros = tl.zeros(shape<BM, BN>);
    decltype(zeros) scores[64];  // of up to 4096 columns
    auto m = tl.full(shape<BM, 1>, -inf);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);
      auto kt = tl.load(kh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt)) * scale;
      s = tl.where(cols(None, _) < n, s, -inf);
      m = tl.maximum(m, tl.max(s, axis<1>)(_, None));
      scores[start / BN] = s;
    }
    auto l = tl.full(shape<BM, 1>, 0.0f);
    auto acc = tl.accumulator(shape<BM, D>);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);
      auto vt = tl.load(vh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto p = tl.exp2(scores[start / BN] - m);
      l = l + tl.sum(p, axis<1>)(_, None);
      acc = tl.dot(p.to(dtype<T>{}), vt, acc);
    }
    tl.store(oh.row(rows(_, None)) + dims(None, _), acc * (1.0f / l), rows(_, None) < n);
  }
};

#include "launch_attention.hpp"
