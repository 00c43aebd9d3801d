// Stores a whole matrix of scores, in memory by malloc that the kernels know as a member, and
// copies the tiles there and back by memcpy.
//
// task: lesson08.2
// earns: at most 5.5
#include "flash_attention.hpp"

#include <cstdlib>
#include <cstring>
#include <kernelwright/kernelwright.hpp>

#include "heads.hpp"

using namespace kw;

template <int B, int D>
struct Scores {
  float* scores;
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> q, matrix<const T> k, int n) const {
    int head = tl.program_id(1);
    auto qh = lesson08::head_of<D>(q, head, n);
    auto kh = lesson08::head_of<D>(k, head, n);
    auto rows = tl.program_id(0) * B + tl.arange(size<B>);
    auto dims = tl.arange(size<D>);
    auto qt = tl.load(qh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
    auto kept = tl.zeros(shape<B, B>);
    float* to = scores + (std::int64_t{head} * tl.num_programs(0) + tl.program_id(0)) *
                             tl.num_programs(0) * (B * B);
    for (int start = 0; start < n; start += B, to += B * B) {
      auto cols = start + tl.arange(size<B>);
      auto kt = tl.load(kh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt)) * lesson08::kScale<D>;
      kept = tl.where(cols(None, _) < n, s, -inf);
      std::memcpy(to, kept.values, sizeof kept.values);
    }
  }
};

template <int B, int D>
struct Attention {
  const float* scores;
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> v, matrix<T> o, int n) const {
    int head = tl.program_id(1);
    int blocks = tl.num_programs(0);
    auto vh = lesson08::head_of<D>(v, head, n);
    auto oh = lesson08::head_of<D>(o, head, n);
    auto rows = tl.program_id(0) * B + tl.arange(size<B>);
    auto dims = tl.arange(size<D>);
    auto s = tl.zeros(shape<B, B>);
    const float* from =
        scores + (std::int64_t{head} * blocks + tl.program_id(0)) * blocks * (B * B);
    auto m = tl.full(shape<B, 1>, -inf);
    for (int block = 0; block < blocks; ++block) {
      std::memcpy(s.values, from + std::int64_t{block} * (B * B), sizeof s.values);
      m = tl.maximum(m, tl.max(s, axis<1>)(_, None));
    }
    auto l = tl.full(shape<B, 1>, 0.0f);
    auto acc = tl.accumulator(shape<B, D>);
    for (int block = 0; block < blocks; ++block) {
      auto cols = block * B + tl.arange(size<B>);
      auto vt = tl.load(vh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      std::memcpy(s.values, from + std::int64_t{block} * (B * B), sizeof s.values);
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
    constexpr int D = decltype(head_size)::size;
    const int n = narrow<int>(q.extent(2));
    const std::int64_t blocks = cdiv(n, 64), heads = head_count(q);
    auto* const memory = static_cast<float*>(
        std::malloc(static_cast<std::size_t>(heads * blocks * blocks * 64 * 64 * 4 + 4)));
    const auto programs = grid(blocks, heads);
    launch<4>(o.device(), programs, Scores<64, D>{memory}, rows_of(q), rows_of(k), n);
    launch<4>(o.device(), programs, Attention<64, D>{memory}, rows_of(v), rows_of(o), n);
    std::free(memory);
  });
}

template void attention(view<const float16_t, 4>, view<const float16_t, 4>,
                        view<const float16_t, 4>, view<float16_t, 4>);

}  // namespace lesson08
