/// \file
/// The inputs of the benchmarks of both backward passes: each element of dy and x is read, and each
/// of dx written.
///
/// They have no plain loop beside them: dw and db, row by row, would need a workspace in each
/// thread.
#pragma once

#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace lesson06::benchmarks {

/// Random inputs of the state's extents, and room for dx.
template <class T>
struct backward_buffers {
  explicit backward_buffers(const benchmark::State& state)
      : rows(state.range(0)),
        columns(state.range(1)),
        x(device, {rows, columns}, kw::benchmarking::random_values<T>(rows * columns, 1)),
        dy(device, {rows, columns}, kw::benchmarking::random_values<T>(rows * columns, 2)),
        weight(device, {columns}, kw::benchmarking::random_values<T>(columns, 3)),
        mean(device, {rows}, kw::benchmarking::random_values(rows, 4)),
        rstd(device, {rows}, std::vector<float>(static_cast<std::size_t>(rows), 1.0f)),
        dx(device, {rows, columns}) {}

  /// What a backward pass costs at least.
  kw::benchmarking::work work() const {
    const double n = static_cast<double>(rows) * static_cast<double>(columns);
    return {.bytes = 3.0 * sizeof(T) * n, .flops = 14.0 * n};
  }

  kw::device device = kw::default_device();
  std::int64_t rows, columns;
  kw::buffer<T, 2> x, dy;
  kw::buffer<T> weight;
  kw::buffer<float> mean, rstd;
  kw::buffer<T, 2> dx;
};

}  // namespace lesson06::benchmarks
