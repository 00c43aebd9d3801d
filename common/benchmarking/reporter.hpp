/// \file
/// A table with a line for each benchmark, for people.
#pragma once
#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

namespace kw::benchmarking {

/// Prints median, spread, speed, and the speed beside the yardsticks: in bytes per second, and in
/// operations per second where there are many for each byte. It shows only columns that have
/// values, and a new heading where a benchmark adds a column. A benchmark with a label has words in
/// the place of numbers. For machines there is
/// `--benchmark_format=json` or `--benchmark_out=`.
class table_reporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;

 private:
  std::size_t name_width_ = 24;
  std::vector<bool> shown_;  // of each column, whether any benchmark had something for it
};

}  // namespace kw::benchmarking
