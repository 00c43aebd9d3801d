// Benchmarks of lesson 05: a softmax moves each element twice, whatever the length of its row.
#include "softmax.hpp"

#include <algorithm>
#include <cmath>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;
using kw::bfloat16_t;
using kw::float16_t;

/// In plain loops over a row, which stays in a cache.
template <class T>
void plain_softmax(std::int64_t columns, const T* from, T* to) {
  float largest = kw::core::convert<float>(from[0]);
  for (std::int64_t c = 1; c < columns; ++c) {
    largest = std::max(largest, kw::core::convert<float>(from[c]));
  }
  float sum = 0;
  for (std::int64_t c = 0; c < columns; ++c) {
    const float e = std::exp(kw::core::convert<float>(from[c]) - largest);
    to[c] = kw::core::convert<T>(e);
    sum += e;
  }
  for (std::int64_t c = 0; c < columns; ++c) {
    to[c] = kw::core::convert<T>(kw::core::convert<float>(to[c]) / sum);
  }
}

template <class T, void (*Entry)(kw::view<const T, 2>, kw::view<T, 2>)>
void softmax(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(Entry, kb::sized(rows, columns), kb::sized(rows, columns))
      .plain(rows, [=](std::int64_t row, const T* x,
                       T* out) { plain_softmax(columns, x + row * columns, out + row * columns); })
      .run(state, {.flops = 5.0 * rows * columns, .limits = {lesson05::limit<T>()}});
}

// Two matrices are read, and one written.
template <class T>
void backward(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  const auto matrix = kb::sized(rows, columns);
  kb::call(lesson05::softmax_backward<T>, matrix, matrix, matrix)
      .plain(rows,
             [=](std::int64_t row, const T* y, const T* dy, T* dx) {
               const auto at = [&](const T* values, std::int64_t c) {
                 return kw::core::convert<float>(values[row * columns + c]);
               };
               float dot = 0;
               for (std::int64_t c = 0; c < columns; ++c) {
                 dot += at(y, c) * at(dy, c);
               }
               for (std::int64_t c = 0; c < columns; ++c) {
                 dx[row * columns + c] = kw::core::convert<T>(at(y, c) * (at(dy, c) - dot));
               }
             })
      .run(state, {.flops = 4.0 * rows * columns});
}

const auto kRows = kb::fewer_rows_on_cpu({{32768, 1024}, {8192, 4096}});
const auto kLongRows = kb::fewer_rows_on_cpu({{4096, 12288}});

const kb::suite benchmarks = {
    {2, "Softmax", softmax<float, lesson05::softmax>, {{1024, 1024}, {4096, 781}}},
    {2, "Softmax", softmax<float, lesson05::softmax>, kRows},
    {2, "Softmax", softmax<float, lesson05::softmax>, kLongRows},
    {2, "Softmax/float16", softmax<float16_t, lesson05::softmax>, kRows},
    {2, "Softmax/bfloat16", softmax<bfloat16_t, lesson05::softmax>,
     kb::fewer_rows_on_cpu({{32768, 1024}})},
    {3, "SoftmaxShort", softmax<float, lesson05::softmax_short>,
     kb::fewer_rows_on_cpu({{262144, 64}})},
    {4, "SoftmaxLong", softmax<float, lesson05::softmax_long>,
     kb::fewer_rows_on_cpu({{1024, 65536}})},
    {5, "SoftmaxBackward", backward<float>, kRows},
    {5, "SoftmaxBackward/float16", backward<float16_t>, kb::fewer_rows_on_cpu({{8192, 4096}})},
};

}  // namespace
