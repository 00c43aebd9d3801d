#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/model/result.hpp"
#include "grader/run/bench_program.hpp"
#include "grader/run/test_output.hpp"
#include "grader/score/speed.hpp"

namespace kw::grader {

/// What came of building a task's kernel.
struct built_kernel {
  bool built = false;
  bool stopped = false;  ///< The user stopped it; the rest means nothing.
  double seconds = 0;
  std::optional<compile_error> error;
  std::string message;  ///< Why it was not built, in words.
};

/// What measures a kernel beside the solution.
struct speed_programs {
  std::string why_not;   ///< Why the kernel cannot be measured; empty when it can.
  bool stopped = false;  ///< The user stopped the build; the rest means nothing.
  double seconds = 0;    ///< That building them took.
  bench_program kernel;
  bench_program solution;
  speed_options options;
};

/// How the kernels of one lesson's tasks are built, tested and measured. There are two ways: the
/// project builds a learner's own files and their tests run in the same process (`own_kernel`), and
/// files that were handed in are compiled with a lesson's kit and called by a judge from outside,
/// in the sandbox (`submitted_kernel`). What the outcomes mean for the result is the same in both
/// ways, and belongs to `grade_kernels`.
///
/// Each function throws `machine_error` where the machine is at fault and not the kernel.
class kernel_runner {
 public:
  virtual ~kernel_runner() = default;

  /// A task's kernel file, relative to the course's root.
  virtual std::filesystem::path kernel_file(const check& task) const = 0;
  /// Why a task has no kernel file to build; empty when there is one.
  virtual std::string why_missing(const check&) const { return {}; }
  virtual built_kernel build(const check& task, const std::string& device) = 0;
  /// Runs every test of a task's kernel, which was the last that was built, for this device.
  virtual test_run run_tests(const check& task, const std::string& device) = 0;
  /// Adds to a scored result what only this way knows, such as the commands that reproduce it.
  virtual void annotate(lesson_result& result) const = 0;

  /// Where speed is measured; empty where it is not measured at all.
  virtual std::string speed_device() const = 0;
  /// Adds the tables of rates that a learner sees; submissions have none.
  virtual void add_benchmarks(lesson_result&) {}
  /// What measures a task's kernel.
  virtual speed_programs build_to_measure(const check& task) = 0;
};

}  // namespace kw::grader
