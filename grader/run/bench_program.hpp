#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "grader/model/result.hpp"
#include "grader/score/speed.hpp"

namespace kw::grader {

/// A task's benchmark program, ready to run.
struct bench_program {
  std::filesystem::path program;
  std::vector<std::string> arguments = {};  ///< Before all others.
  std::filesystem::path working_folder;
  std::filesystem::path scratch;  ///< Where its results go.
  std::string device = "cpu";
  std::function<bool()> should_stop;
  /// Waits for what only one program may use at a time; may be empty. Held while it runs.
  std::function<std::shared_ptr<void>()> take_turn = {};
  std::vector<std::string> last_arguments = {};  ///< After all others.
  std::vector<std::pair<std::string, std::string>> environment = {};
};

/// What a run of a benchmark program gave.
struct bench_run {
  std::vector<benchmark_row> rows;
  std::string message;  ///< Why there are no rows, or the first benchmark that failed.
};

/// Runs the benchmarks that match a filter. \param seconds how long to sample each; 0: the default
bench_run run_bench(const bench_program& program, const std::string& filter,
                    const std::string& unit, double seconds = 0);

/// Why a speed check does not count yet; empty when the task that it measures is complete.
std::string why_no_speed(const lesson_result& result, const check_result& speed);

/// Measures a speed check's benchmarks with two programs in turn, each round a short sample of
/// each. \param on_round called with the number of each round, from 1 on
speed_result compare_speed(const speed_rule& rule, const bench_program& submission,
                           const bench_program& solution, const speed_options& options,
                           const std::function<void(int)>& on_round = {});

}  // namespace kw::grader
