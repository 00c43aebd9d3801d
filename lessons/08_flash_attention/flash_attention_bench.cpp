// Lesson 08's benchmarks: attention of n rows of d does 4 n^2 d operations a head, causal half.
#include "flash_attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

// One row of q at a time: its scores, their softmax, and the mean of v that it makes.
template <class T>
kb::peer plain_attention(std::int64_t heads, std::int64_t n, std::int64_t d, bool causal,
                         const T* q, const T* k, const T* v, T* o) {
  return kb::plain_loop(heads * n, [=](std::int64_t row) {
    const std::int64_t first = row / n * n, columns = causal ? row % n + 1 : n;
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
      o[row * d + c] = kw::core::convert<T>(sums[static_cast<std::size_t>(c)] / sum);
    }
  });
}

template <class T, bool Causal,
          void (*Call)(kw::view<const T, 4>, kw::view<const T, 4>, kw::view<const T, 4>,
                       kw::view<T, 4>, kw::view<float, 3>, bool)>
void heads_of_attention(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0), d = state.range(1), heads = state.range(2);
  const std::int64_t elements = heads * n * d;
  const kw::buffer<T, 4> q(device, {1, heads, n, d}, kb::random_values<T>(elements, 1));
  const kw::buffer<T, 4> k(device, {1, heads, n, d}, kb::random_values<T>(elements, 2));
  const kw::buffer<T, 4> v(device, {1, heads, n, d}, kb::random_values<T>(elements, 3));
  const kw::buffer<T, 4> o(device, {1, heads, n, d});
  const kw::buffer<float, 3> lse(device, {1, heads, n});
  const double operations = (Causal ? 2.0 : 4.0) * static_cast<double>(elements * n);
  kb::run(
      state,
      {.bytes =
           4.0 * sizeof(T) * static_cast<double>(elements) + 4.0 * static_cast<double>(heads * n),
       .flops = operations},
      [&] { Call(q.cview(), k.cview(), v.cview(), o.view(), lse.view(), Causal); },
      plain_attention(heads, n, d, Causal, q.data(), k.data(), v.data(), o.data()));
}

// The gradients take five products of the size of the forward pass's two.
template <bool Causal>
void gradients_of_attention(benchmark::State& state) {
  using kw::float16_t;
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0), d = state.range(1), heads = state.range(2);
  const std::int64_t elements = heads * n * d;
  const auto input = [&](std::uint64_t seed) {
    return kw::buffer<float16_t, 4>(device, {1, heads, n, d},
                                    kb::random_values<float16_t>(elements, seed));
  };
  const kw::buffer<float16_t, 4> q = input(1), k = input(2), v = input(3), dout = input(4);
  const kw::buffer<float16_t, 4> dq(device, {1, heads, n, d});
  const kw::buffer<float16_t, 4> dk(device, {1, heads, n, d}), dv(device, {1, heads, n, d});
  const kw::buffer<float, 3> delta(device, {1, heads, n});
  const kw::buffer<float16_t, 4> forward(device, {1, heads, n, d});
  const kw::buffer<float, 3> forward_lse(device, {1, heads, n});
  lesson08::attention(q.cview(), k.cview(), v.cview(), forward.view(), forward_lse.view(), Causal);
  // Copies: the checker, which may be off so far, knows only of values that are put in.
  const kw::buffer<float16_t, 4> o(device, {1, heads, n, d}, forward.download());
  const kw::buffer<float, 3> lse(device, {1, heads, n}, forward_lse.download());
  kb::run(state,
          {.bytes = 8.0 * sizeof(float16_t) * static_cast<double>(elements) +
                    4.0 * static_cast<double>(heads * n),
           .flops = (Causal ? 5.0 : 10.0) * static_cast<double>(elements * n)},
          [&] {
            lesson08::attention_backward(q.cview(), k.cview(), v.cview(), o.cview(), lse.cview(),
                                         dout.cview(), delta.view(), dq.view(), dk.view(),
                                         dv.view(), Causal);
          });
}

const kb::suite lesson08_benchmarks([](kw::device device) {
  using kw::float16_t;
  using lesson08::attention;
  using lesson08::attention_pipelined;
  const bool gpu = device.kind == kw::device_kind::cuda;
  // 16,384 rows in all, and 2,048 columns of q in all, as models have them.
  const std::vector<std::vector<std::int64_t>> shapes =
      gpu ? std::vector<std::vector<std::int64_t>>{{512, 64, 1024},
                                                   {1024, 128, 256},
                                                   {4096, 64, 128},
                                                   {4096, 128, 64},
                                                   {16384, 128, 16}}
          : std::vector<std::vector<std::int64_t>>{{512, 64, 4}, {1024, 128, 2}};
  for (const auto& shape : shapes) {
    kb::add("Attention/float16", heads_of_attention<float16_t, false, attention<float16_t>>, shape);
    kb::add("AttentionPipelined/float16",
            heads_of_attention<float16_t, false, attention_pipelined<float16_t>>, shape);
    kb::add("AttentionPipelined/causal/float16",
            heads_of_attention<float16_t, true, attention_pipelined<float16_t>>, shape);
    kb::add("AttentionBackward/float16", gradients_of_attention<false>, shape);
    kb::add("AttentionBackward/causal/float16", gradients_of_attention<true>, shape);
  }
});

}  // namespace
