// Stores a whole matrix of scores, in many pieces of memory, each of which is small.
//
// task: lesson08.2
// half: after
// earns: at most 5.5
// says: bytes were asked for at once
#include "flash_attention.hpp"

#include <kernelwright/kernelwright.hpp>
#include <vector>

#include "heads.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct Scores {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> q, matrix<const T> k, float* scores,
                            int n) const {
    auto rows = tl.arange(size<BM>);
    auto dims = tl.arange(size<D>);
    auto inside = rows(_, None) < q.rows();
    auto qt = tl.load(q.row(rows(_, None)) + dims(None, _), inside, 0.0f);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);
      auto kt = tl.load(k.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt)) * lesson08::kScale<D>;
      tl.store(scores + rows(_, None) * n + cols(None, _), s, inside & (cols(None, _) < n));
    }
  }
};

template <int BM, int BN, int D>
struct Attention {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const float* scores, matrix<const T> v, matrix<T> o,
                            int n) const {
    auto rows = tl.arange(size<BM>);
    auto dims = tl.arange(size<D>);
    auto m = tl.full(shape<BM, 1>, -inf);
    auto l = tl.full(shape<BM, 1>, 0.0f);
    auto acc = tl.accumulator(shape<BM, D>);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);
      auto vt = tl.load(v.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto inside = (rows(_, None) < o.rows()) & (cols(None, _) < n);
      auto from = scores + rows(_, None) * n + cols(None, _);
      auto s = tl.where(cols(None, _) < n, tl.load(from, inside, 0.0f), -inf);
      auto m_new = tl.maximum(m, tl.max(s, axis<1>)(_, None));
      auto alpha = tl.exp2(m - m_new);
      auto p = tl.exp2(s - m_new);
      l = l * alpha + tl.sum(p, axis<1>)(_, None);
      acc = acc * alpha;
      acc = tl.dot(p.to(dtype<T>{}), vt, acc);
      m = m_new;
    }
    tl.store(o.row(rows(_, None)) + dims(None, _), acc * (1.0f / l), rows(_, None) < o.rows());
  }
};

namespace lesson08 {

template <class T>
view<T, 2> part(matrix<T> all, int first, int rows, device where) {
  return view<T, 2>(all.data() + std::int64_t{first} * all.stride(), {rows, all.columns()}, where);
}

template <class T>
void attention(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v, view<T, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    constexpr int BM = 16;
    const int n = narrow<int>(q.extent(2));
    const device where = o.device();
    std::vector<std::vector<float>> pieces;
    for (int head = 0; head < head_count(q); ++head) {
      const int of_head = head * n;
      for (int first = 0; first < n; first += BM) {
        const int rows = n - first < BM ? n - first : BM;
        std::vector<float>& scores = pieces.emplace_back(static_cast<std::size_t>(rows * n));
        const view<float, 2> kept(scores.data(), {rows, n}, where);
        launch<4>(where, grid(1), Scores<BM, 64, D>{},
                  matrix(part(rows_of(q), of_head + first, rows, where)),
                  matrix(part(rows_of(k), of_head, n, where)), kept, n);
        launch<4>(where, grid(1), Attention<BM, 64, D>{}, view<const float, 2>(kept),
                  matrix(part(rows_of(v), of_head, n, where)),
                  matrix(part(rows_of(o), of_head + first, rows, where)), n);
      }
    }
  });
}

template void attention(view<const float16_t, 4>, view<const float16_t, 4>,
                        view<const float16_t, 4>, view<float16_t, 4>);

}  // namespace lesson08
