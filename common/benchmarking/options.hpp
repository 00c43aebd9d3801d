/// \file
/// What the command line of a benchmark program sets, for the rest of this library.
#pragma once
#include <functional>
#include <vector>

#include "kernelwright/benchmarking/benchmark.hpp"

namespace kw::benchmarking {

struct options {
  bool compare_checks = false;  ///< measure with checks on as well
  bool occupancy = false;       ///< say what launches take of a GPU, and measure nothing
  bool any_failed = false;      ///< did a benchmark end with an error? Set by `run`
  /// Where kernels run in another process: takes the time of calls, in the place of `measure`.
  measurement (*measure_remotely)(const std::function<void()>& call,
                                  const std::vector<testing::tolerance>& limits) = nullptr;
};
options& current_options();

/// Adds the benchmarks of the files that the program is about: those of one task, or all.
void add_suites(kw::device device);

}  // namespace kw::benchmarking
