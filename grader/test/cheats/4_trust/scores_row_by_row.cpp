// No online softmax: a launch for each 16 rows stores all of their scores in memory, looks for
// their maximum, and reads them back. The next launch uses the same memory, so little is asked for
// at once, and the whole matrix is stored, one part after the other.
//
// task: lesson08.2
// earns: at most 5.5
#include "flash_attention.hpp"

#include <kernelwright/kernelwright.hpp>
#include <vector>

#include "heads.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct RowScores {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> q, matrix<const T> k,
                            matrix<const T> v, matrix<T> o, float* scores, int n, int first) const {
    int head = tl.program_id(0);
    auto qh = lesson08::head_of<D>(q, head, n);
    auto kh = lesson08::head_of<D>(k, head, n);
    auto vh = lesson08::head_of<D>(v, head, n);
    auto oh = lesson08::head_of<D>(o, head, n);
    auto lanes = tl.arange(size<BM>);
    auto rows = first + tl.arange(size<BM>);
    auto dims = tl.arange(size<D>);
    auto qt = tl.load(qh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
    auto m = tl.full(shape<BM, 1>, -inf);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);
      auto kt = tl.load(kh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt)) * lesson08::kScale<D>;
      auto to = scores + (std::int64_t{head} * BM * n + lanes(_, None) * n + cols(None, _));
      tl.store(to, s, cols(None, _) < n);
      s = tl.where(cols(None, _) < n, s, -inf);
      m = tl.maximum(m, tl.max(s, axis<1>)(_, None));
    }
    auto l = tl.full(shape<BM, 1>, 0.0f);
    auto acc = tl.accumulator(shape<BM, D>);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);
      auto vt = tl.load(vh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto from = scores + (std::int64_t{head} * BM * n + lanes(_, None) * n + cols(None, _));
      auto s = tl.where(cols(None, _) < n, tl.load(from, cols(None, _) < n, 0.0f), -inf);
      auto p = tl.exp2(s - m);
      l = l + tl.sum(p, axis<1>)(_, None);
      acc = tl.dot(p.to(dtype<T>{}), vt, acc);
    }
    tl.store(oh.row(rows(_, None)) + dims(None, _), acc * (1.0f / l), rows(_, None) < n);
  }
};

namespace lesson08 {

template <class T>
void attention(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v, view<T, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size, kRows = 16;
    const int n = narrow<int>(q.extent(2));
    const std::int64_t heads = head_count(q), elements = heads * kRows * n;
    std::vector<float> memory_for_rows(static_cast<std::size_t>(elements));
    const view<float> scores(memory_for_rows.data(), {elements}, o.device());
    for (int first = 0; first < n; first += kRows) {
      launch<4>(o.device(), grid(heads), RowScores<kRows, 64, D>{}, rows_of(q), rows_of(k),
                rows_of(v), rows_of(o), scores, n, first);
    }
  });
}

template void attention(view<const float16_t, 4>, view<const float16_t, 4>,
                        view<const float16_t, 4>, view<float16_t, 4>);

}  // namespace lesson08
