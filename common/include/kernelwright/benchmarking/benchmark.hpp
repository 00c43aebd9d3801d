/// \file
/// What a lesson's benchmark file is written with, on top of Google Benchmark.
///
/// \code
/// void vector_add(benchmark::State& state) {
///   const kw::device device = kw::default_device();
///   const std::int64_t n = state.range(0);
///   kw::buffer<float> x(device, {n}, kw::benchmarking::random_values(n, 1));
///   kw::buffer<float> y(device, {n}, kw::benchmarking::random_values(n, 2));
///   kw::buffer<float> out(device, {n});
///   kw::benchmarking::run(state, {.bytes = 12.0 * n, .flops = 1.0 * n, .limits = {kSum}},
///                         [&] { lesson01::vector_add(x.cview(), y.cview(), out.view()); },
///                         kw::benchmarking::plain_loop(
///                             n, [a = x.data(), b = y.data(), c = out.data()](std::int64_t i) {
///                               c[i] = a[i] + b[i];
///                             }));
/// }
///
/// const kw::benchmarking::suite lesson01_benchmarks([](kw::device device) {
///   for (const std::int64_t n : kw::benchmarking::vector_sizes(device)) {
///     kw::benchmarking::add("VectorAdd", vector_add, {n});
///   }
/// });
/// \endcode
///
/// The program has no other main: `kernelwright::benchmarking` holds one. It prints which kernel
/// file it measures, on which device, and what a copy reaches there.
#pragma once
#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernelwright/benchmarking/measure.hpp"
#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/testing/tolerance.hpp"

namespace kw::benchmarking {

/// What one call must at least do. Count each input element once and each output element once.
struct work {
  double bytes = 0;  ///< read from memory and written to it
  double flops = 0;  ///< floating-point operations; 0 where they do not matter
  /// Of the task's tests: how far results may be off. One for all outputs, or one for each in the
  /// order of the arguments. A judge, which measures files that are handed in, needs it.
  std::vector<testing::tolerance> limits = {};
};

/// The same work by other means, measured beside a kernel; empty where there are none.
using peer = std::function<void()>;

/// A plain loop over 0 .. n - 1, in parts on the threads of the pool: `body(i)` for each i. The
/// loop is compiled where it is written, so the compiler vectorises it as it would any other; let
/// `body` hold pointers by value. For a matrix let i be a row, and write the loop over its columns
/// in `body`.
/// \returns a peer for `run`
template <class Body>
peer plain_loop(std::int64_t n, Body body) {
  return [n, body] {
    parallel_for(n, [&body](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        body(i);
      }
    });
  };
}

/// Measures `call` on `kw::default_device()` and records, as counters of the benchmark:
///
/// | counter            | meaning |
/// |--------------------|---------|
/// | `GB_per_s`         | bytes over the median time; 1 GB is 10^9 bytes |
/// | `percent_of_copy`  | the same, over `copy_bandwidth` of this device in this process |
/// | `TFLOP_per_s`      | where `amount.flops` is given |
/// | `percent_of_plain` | time of `plain` over time of `call`, measured in turn, on the CPU |
/// | `percent_of_cublas` | the same for `cublas` (benchmarking/cublas.hpp), on a GPU |
/// | `checked_slowdown` | time with checks on over time with checks off, with `--compare-checks` |
/// | `spread_percent`   | half the distance between the quartiles, over the median |
/// | `samples`          | how many |
///
/// A call that throws, or with which the checker finds fault, ends as a benchmark with an error
/// that says so.
void run(benchmark::State& state, work amount, const std::function<void()>& call,
         const peer& plain = nullptr, const peer& cublas = nullptr);

/// Registers a benchmark as `name/argument/argument`, timed by `run`.
void add(const std::string& name, void (*function)(benchmark::State&),
         const std::vector<std::int64_t>& arguments = {});

/// Lengths of vectors worth measuring: 2^16, 2^20, 2^24, on a GPU also 2^28.
std::vector<std::int64_t> vector_sizes(kw::device device);

/// Registers benchmarks once the program knows its device: sizes differ between a CPU and a GPU.
class suite {
 public:
  /// \param file the task's file, which says whose benchmarks they are
  explicit suite(void (*add_benchmarks)(kw::device device), const char* file = __builtin_FILE());
};

}  // namespace kw::benchmarking
