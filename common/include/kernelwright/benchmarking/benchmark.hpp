/// \file
/// What a lesson's benchmark file is written with, on top of Google Benchmark.
///
/// \code
/// void vector_add(benchmark::State& state) {
///   const std::int64_t n = state.range(0);
///   kb::call(lesson01::vector_add, kb::sized(n), kb::sized(n), kb::sized(n))
///       .plain(n, [](std::int64_t i, auto* x, auto* y, auto* sum) { sum[i] = x[i] + y[i]; })
///       .run(state, {.flops = 1.0 * n, .limits = {kSum}});
/// }
///
/// const kb::suite benchmarks = {
///     {3, "VectorAdd", vector_add, kb::vector_sizes},  // of task 3
/// };
/// \endcode
///
/// The program has no other main: `kernelwright::benchmarking` holds one. It prints which kernel
/// file it measures, on which device, and what a copy reaches there.
#pragma once
#include <benchmark/benchmark.h>

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernelwright/benchmarking/measure.hpp"
#include "kernelwright/core/dtype.hpp"
#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/testing/tolerance.hpp"

namespace kw::benchmarking {

/// What one call must at least do. Count each input element once and each output element once.
struct work {
  double bytes = 0;  ///< read from memory and written to it; `call` counts its arrays where it is 0
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

/// An array that an entry takes.
template <int Rank>
struct sized_array {
  std::int64_t extents[Rank];
  std::int64_t offset = 0;                           ///< elements off an aligned address
  std::function<double(std::int64_t i)> value = {};  ///< of element i; random where it is empty
};
template <class... Extents>
sized_array<sizeof...(Extents)> sized(Extents... extents) {
  return {{extents...}};
}
/// The same of values that matter.
template <class... Extents>
sized_array<sizeof...(Extents)> holding(std::function<double(std::int64_t i)> value,
                                        Extents... extents) {
  return {.extents = {extents...}, .value = std::move(value)};
}

/// An argument of an entry as `call` keeps it: a number, or a function that says another one for
/// each call.
template <class Parameter>
class call_argument {
 public:
  template <class Given>
  call_argument(const Given& given, std::uint64_t) {
    if constexpr (std::invocable<Given>) {
      value_ = given;
    } else {
      value_ = [given] { return static_cast<Parameter>(given); };
    }
  }
  Parameter pass() const { return value_(); }
  Parameter raw() const { return value_(); }
  double bytes() const { return 0; }

 private:
  std::function<Parameter()> value_;
};

template <class T, int Rank>
class call_argument<view<T, Rank>> {
 public:
  call_argument(const sized_array<Rank>& array, std::uint64_t seed)
      : memory_(default_device(), array.extents, {.element_offset = array.offset}) {
    using element = std::remove_const_t<T>;
    if (array.value) {
      std::vector<element> values;
      for (std::int64_t i = 0; i < memory_.size(); ++i) {
        values.push_back(core::convert<element>(array.value(i)));
      }
      memory_.upload(values);
    } else if constexpr (std::is_const_v<T> && core::floating_type<element>) {
      memory_.upload(random_values<element>(memory_.size(), seed));
    }
  }
  view<T, Rank> pass() const {
    if constexpr (std::is_const_v<T>) {
      return memory_.cview();
    } else {
      return memory_.view();
    }
  }
  T* raw() const { return memory_.data(); }
  double bytes() const { return 1.0 * sizeof(T) * static_cast<double>(memory_.size()); }

 private:
  buffer<std::remove_const_t<T>, Rank> memory_;
};

/// An entry function with the arguments with which it is measured. A view of its signature takes
/// the `sized` array that it should have; a number is passed as it is.
template <class... Parameters>
class call {
 public:
  template <class Result, class... Given>
  explicit call(Result (*entry)(Parameters...), const Given&... given)
      : arguments_{call_argument<Parameters>(given, next_seed())...}, call_([this, entry] {
          std::apply([&](const auto&... each) { entry(each.pass()...); }, arguments_);
        }) {}
  call(const call&) = delete;
  call& operator=(const call&) = delete;

  /// The same work by a plain loop over 0 .. n - 1: `body(i, arguments...)`, where a view is a
  /// pointer to its first element.
  template <class Body>
  call& plain(std::int64_t n, Body body) {
    plain_ = std::apply(
        [&](const auto&... each) {
          return plain_loop(
              n, [body, ... values = each.raw()](std::int64_t i) { body(i, values...); });
        },
        arguments_);
    return *this;
  }
  /// The same on a GPU: `make(arguments...)` returns a peer.
  template <class Make>
  call& cublas(Make make) {
    cublas_ = std::apply([&](const auto&... each) { return make(each.raw()...); }, arguments_);
    return *this;
  }

  void run(benchmark::State& state, work amount) const {
    if (amount.bytes == 0) {
      amount.bytes =
          std::apply([](const auto&... each) { return (each.bytes() + ...); }, arguments_);
    }
    benchmarking::run(state, std::move(amount), call_, plain_, cublas_);
  }

 private:
  std::uint64_t next_seed() { return ++seed_; }

  std::uint64_t seed_ = 0;
  std::tuple<call_argument<Parameters>...> arguments_;
  std::function<void()> call_;
  peer plain_, cublas_;
};

/// The numbers after a benchmark's name, which `benchmark::State` has: a list, or a function of the
/// device that makes one, since sizes differ between a CPU and a GPU.
class size_list {
 public:
  using list = std::vector<std::vector<std::int64_t>>;

  size_list() : size_list(std::initializer_list<std::vector<std::int64_t>>()) {}
  size_list(std::initializer_list<std::vector<std::int64_t>> sizes)
      : make_([all = list(sizes)](device) { return all; }) {}
  template <std::invocable<device> Make>
  size_list(Make make) : make_(make) {}

  list on(device where) const { return make_(where); }

 private:
  std::function<list(device)> make_;
};

/// Lengths of vectors worth measuring: 2^16, 2^20, 2^24, on a GPU also 2^28.
size_list::list vector_sizes(device where);
/// Sizes for a GPU; on a CPU with a sixteenth of the rows.
size_list fewer_rows_on_cpu(size_list sizes);

/// A benchmark for each of some sizes, named such as `VectorAdd/65536`.
struct benchmark_row {
  int task;
  std::string name;
  void (*measure)(benchmark::State& state);
  size_list sizes;
  size_list more_on_gpu = {};
};

/// Registers benchmarks once the program knows its device.
class suite {
 public:
  suite(std::initializer_list<benchmark_row> rows);
};

/// Registers a benchmark as `name/argument/argument`, timed by `run`.
void add(const std::string& name, void (*function)(benchmark::State&),
         const std::vector<std::int64_t>& arguments = {});

}  // namespace kw::benchmarking
