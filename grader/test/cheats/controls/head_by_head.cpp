// Attention with one program for each head, which walks along all rows of it. So the checker takes
// many notes about each program.
//
// task: lesson08.2
// earns: everything
#include "flash_attention.hpp"

#include <kernelwright/kernelwright.hpp>

#include "attention_tiles.hpp"
#include "heads.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct Attention {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> q, array<const T, 2> k,
                            array<const T, 2> v, array<T, 2> o, int n) const {
    int head = tl.program_id(0);
    auto qh = lesson08::head_of<D>(q, head, n);
    auto kh = lesson08::head_of<D>(k, head, n);
    auto vh = lesson08::head_of<D>(v, head, n);
    auto oh = lesson08::head_of<D>(o, head, n);
    auto dims = tl.arange(size<D>);
    for (int first = 0; first < n; first += BM) {
      auto rows = first + tl.arange(size<BM>);
      auto qt = tl.load(qh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
      auto m = tl.full(shape<BM, 1>, -inf);
      auto l = tl.full(shape<BM, 1>, 0.0f);
      auto acc = tl.accumulator(shape<BM, D>);
      for (int start = 0; start < n; start += BN) {
        auto cols = start + tl.arange(size<BN>);
        auto kt = tl.load(kh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
        auto vt = tl.load(vh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
        auto s = tl.dot(qt, tl.trans(kt)) * lesson08::kScale<D>;
        s = tl.where(cols(None, _) < n, s, -inf);
        auto m_new = tl.maximum(m, tl.max(s, axis<1>)(_, None));
        auto alpha = tl.exp2(m - m_new);
        auto p = tl.exp2(s - m_new);
        l = l * alpha + tl.sum(p, axis<1>)(_, None);
        acc = acc * alpha;
        acc = tl.dot(p.to(dtype<T>{}), vt, acc);
        m = m_new;
      }
      tl.store(oh.row(rows(_, None)) + dims(None, _), acc * (1.0f / l), rows(_, None) < n);
    }
  }
};

namespace lesson08 {

template <class T>
void attention(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v, view<T, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    using tiles = pointer_tiles<D>;
    launch<tiles::kWarps>(o.device(), grid(head_count(q)),
                          Attention<tiles::kRows, tiles::kColumns, D>{}, rows_of(q), rows_of(k),
                          rows_of(v), rows_of(o), narrow<int>(q.extent(2)));
  });
}

template void attention(view<const float16_t, 4>, view<const float16_t, 4>,
                        view<const float16_t, 4>, view<float16_t, 4>);

}  // namespace lesson08
