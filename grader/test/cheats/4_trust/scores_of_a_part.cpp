// No online softmax: for each 16 rows of q a launch stores all of their scores in memory, looks for
// their maximum, and reads them back. Each launch gets views of its own 16 rows alone, so it writes
// all of the output that it knows. All launches use the same 64 kilobytes.
//
// task: lesson08.2
// earns: at most 5.5
#include "flash_attention.hpp"

#include <algorithm>
#include <kernelwright/kernelwright.hpp>
#include <vector>

#include "heads.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct RowScores {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> q, array<const T, 2> k,
                            array<const T, 2> v, array<T, 2> o, float* scores) const {
    int n = k.rows();
    auto rows = tl.arange(size<BM>);
    auto dims = tl.arange(size<D>);
    auto here = rows(_, None) < q.rows();
    auto qt = tl.load(q.row(rows(_, None)) + dims(None, _), here, 0.0f);
    auto m = tl.full(shape<BM, 1>, -inf);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);
      auto kt = tl.load(k.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt)) * lesson08::kScale<D>;
      tl.store(scores + (rows(_, None) * n + cols(None, _)), s, cols(None, _) < n);
      s = tl.where(cols(None, _) < n, s, -inf);
      m = tl.maximum(m, tl.max(s, axis<1>)(_, None));
    }
    auto l = tl.full(shape<BM, 1>, 0.0f);
    auto acc = tl.accumulator(shape<BM, D>);
    for (int start = 0; start < n; start += BN) {
      auto cols = start + tl.arange(size<BN>);
      auto vt = tl.load(v.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto from = scores + (rows(_, None) * n + cols(None, _));
      auto s = tl.where(cols(None, _) < n, tl.load(from, cols(None, _) < n, 0.0f), -inf);
      auto p = tl.exp2(s - m);
      l = l + tl.sum(p, axis<1>)(_, None);
      acc = tl.dot(p.to(dtype<T>{}), vt, acc);
    }
    tl.store(o.row(rows(_, None)) + dims(None, _), acc * (1.0f / l), here);
  }
};

namespace lesson08 {

/// Some rows of a dense array.
template <class T>
array<T, 2> part_of(const view<T, 4>& x, std::int64_t first, std::int64_t rows) {
  const std::int64_t columns = x.extent(3);
  return array<T, 2>(view<T, 2>(x.data() + first * columns, {rows, columns}, x.device()));
}

template <class T>
void attention(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v, view<T, 4> o) {
  for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    constexpr std::int64_t kRows = 16;
    const std::int64_t n = q.extent(2);
    std::vector<float> memory(static_cast<std::size_t>(kRows * n));
    const view<float> scores(memory.data(), {kRows * n}, o.device());
    for (std::int64_t head = 0; head < head_count(q); ++head) {
      for (std::int64_t first = 0; first < n; first += kRows) {
        const std::int64_t rows = std::min(kRows, n - first);
        launch<4>(o.device(), grid(1), RowScores<kRows, 64, D>{},
                  part_of(q, head * n + first, rows), part_of(k, head * n, n),
                  part_of(v, head * n, n), part_of(o, head * n + first, rows), scores);
      }
    }
  });
}

template void attention(view<const float16_t, 4>, view<const float16_t, 4>,
                        view<const float16_t, 4>, view<float16_t, 4>);

}  // namespace lesson08
