#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/result.hpp"
#include "grader/speed.hpp"

namespace kw::grader {

/// A lesson's benchmark program, ready to run.
struct bench_program {
  std::filesystem::path program;
  std::filesystem::path working_folder;
  std::filesystem::path scratch;  ///< Where its results go.
  std::string device = "cpu";
  std::function<bool()> should_stop;
};

/// What a run of it gave.
struct bench_run {
  std::vector<benchmark_row> rows;
  std::string message;  ///< Why there are no rows, or the first benchmark that failed.
};

/// Runs the benchmarks that fit a filter. \param seconds how long each is sampled; 0: as it likes
bench_run run_bench(const bench_program& program, const std::string& filter,
                    const std::string& unit, double seconds = 0);

/// One round's times by "series label", each from a short sample.
benchmark_times bench_times(const bench_program& program, const std::string& filter);

}  // namespace kw::grader
