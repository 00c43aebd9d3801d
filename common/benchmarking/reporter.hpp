/// \file
/// A table with a line for each benchmark, for people.
#pragma once
#include <benchmark/benchmark.h>

namespace kw::benchmarking {

/// Prints median, spread, speed, and the speed beside the yardsticks. For machines there is
/// `--benchmark_format=json` or `--benchmark_out=`.
class table_reporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;

 private:
  std::size_t name_width_ = 24;
  bool header_printed_ = false;
};

}  // namespace kw::benchmarking
