// Benchmarks of lesson 08. Attention of n rows of d does 4 n^2 d operations per head, causal half
// of that.
#include "flash_attention.hpp"

#include <algorithm>
#include <cmath>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;
using kw::float16_t;

/// Length, head size and heads: 16,384 rows in all, and 2,048 columns of q in all, as in real
/// models.
kb::size_list::list shapes(kw::device device) {
  if (device.kind == kw::device_kind::cuda) {
    return {{512, 64, 1024}, {1024, 128, 256}, {4096, 64, 128}, {4096, 128, 64}, {16384, 128, 16}};
  }
  return {{512, 64, 4}, {1024, 128, 2}};
}

/// What a benchmark's arguments say.
struct sizes {
  std::int64_t n, d, heads;

  explicit sizes(const benchmark::State& state)
      : n(state.range(0)), d(state.range(1)), heads(state.range(2)) {}
  /// Of q, and of each array as large.
  kb::sized_array<4> rows() const { return kb::sized(1, heads, n, d); }
  double elements() const { return 1.0 * heads * n * d; }
  /// What it costs. \param arrays of the size of q, which it reads and writes \param products of
  /// n x d by d x n, or n x n by n x d, which it takes for each head
  kb::work work(bool causal, double arrays, double products) const {
    return {.bytes = arrays * sizeof(float16_t) * elements(),
            .flops = (causal ? 1.0 : 2.0) * products * elements() * n};
  }
};

/// One row of q: its scores, their softmax, and the mean of v with these weights.
void plain_row(std::int64_t row, const sizes& s, bool causal, const float16_t* q,
               const float16_t* k, const float16_t* v, float16_t* o) {
  const std::int64_t d = s.d, first = row / s.n * s.n, columns = causal ? row % s.n + 1 : s.n;
  std::vector<float> scores(static_cast<std::size_t>(columns));
  std::vector<float> sums(static_cast<std::size_t>(d));
  float largest = -INFINITY, sum = 0;
  for (std::int64_t j = 0; j < columns; ++j) {
    float score = 0;
    for (std::int64_t c = 0; c < d; ++c) {
      score += kw::core::convert<float>(q[row * d + c]) *
               kw::core::convert<float>(k[(first + j) * d + c]);
    }
    scores[static_cast<std::size_t>(j)] = score / std::sqrt(static_cast<float>(d));
    largest = std::max(largest, scores[static_cast<std::size_t>(j)]);
  }
  for (std::int64_t j = 0; j < columns; ++j) {
    const float p = std::exp(scores[static_cast<std::size_t>(j)] - largest);
    sum += p;
    for (std::int64_t c = 0; c < d; ++c) {
      sums[static_cast<std::size_t>(c)] += p * kw::core::convert<float>(v[(first + j) * d + c]);
    }
  }
  for (std::int64_t c = 0; c < d; ++c) {
    o[row * d + c] = kw::core::convert<float16_t>(sums[static_cast<std::size_t>(c)] / sum);
  }
}

/// A forward pass. \param more arguments after q, k, v and o
template <auto Entry, bool Causal, class... More>
void forward(benchmark::State& state, const More&... more) {
  const sizes s(state);
  // Of q and k between -1 and 1: d products have a standard deviation of sqrt(d) / 3, and the score
  // is divided by sqrt(d).
  constexpr double kLargestScore = 2;
  kb::work work = s.work(Causal, 4, 2);
  work.limits = {lesson08::limit<float16_t>(1, kLargestScore)};
  kb::call(Entry, s.rows(), s.rows(), s.rows(), s.rows(), more...)
      .plain(s.heads * s.n, [=](std::int64_t row, auto* q, auto* k, auto* v, auto* o,
                                auto...) { plain_row(row, s, Causal, q, k, v, o); })
      .run(state, work);
}
void attention(benchmark::State& state) {
  forward<lesson08::attention<float16_t>, false>(state);
}
void causal_attention(benchmark::State& state) {
  forward<lesson08::causal_attention, true>(state);
}
template <bool Causal>
void pipelined(benchmark::State& state) {
  const sizes s(state);
  forward<lesson08::attention_pipelined<float16_t>, Causal>(state, kb::sized(1, s.heads, s.n),
                                                            Causal);
}

/// Gradients. The weights e^(score - lse) must be of a usual size, so lse is the one for scores of
/// 0; any numbers will do for o.
template <class... Results>
void backward(benchmark::State& state, auto* entry, bool causal, kb::work work,
              const Results&... results) {
  const sizes s(state);
  const auto rows = s.rows();
  const auto lse = kb::holding([n = static_cast<float>(s.n)](std::int64_t) { return std::log(n); },
                               1, s.heads, s.n);
  work.bytes += 4.0 * static_cast<double>(s.heads * s.n);
  kb::call(entry, rows, rows, rows, rows, lse, rows, kb::sized(1, s.heads, 2, s.n), results...,
           causal)
      .run(state, work);
}
template <bool Causal>
void key_gradients(benchmark::State& state) {
  const sizes s(state);
  backward(state, lesson08::key_gradients, Causal, s.work(Causal, 7, 4), s.rows(), s.rows());
}
template <bool Causal>
void query_gradients(benchmark::State& state) {
  const sizes s(state);
  backward(state, lesson08::query_gradients, Causal, s.work(Causal, 6, 3), s.rows());
}

const kb::suite benchmarks = {
    {2, "Attention/float16", attention, shapes},
    {4, "Attention/causal/float16", causal_attention, shapes},
    {7, "AttentionPipelined/float16", pipelined<false>, shapes},
    {7, "AttentionPipelined/causal/float16", pipelined<true>, shapes},
    {8, "AttentionBackward/keys/float16", key_gradients<false>, shapes},
    {8, "AttentionBackward/keys/causal/float16", key_gradients<true>, shapes},
    {9, "AttentionBackward/queries/float16", query_gradients<false>, shapes},
    {9, "AttentionBackward/queries/causal/float16", query_gradients<true>, shapes},
};

}  // namespace
