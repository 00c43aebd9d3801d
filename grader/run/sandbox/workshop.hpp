#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/process.hpp"
#include "grader/run/file_turn.hpp"
#include "grader/run/kernel_runner.hpp"
#include "grader/run/sandbox/symbol_rules.hpp"
#include "grader/run/sandbox/task_kit.hpp"
#include "grader/run/sandbox/untrusted.hpp"

namespace kw::grader {

/// Where one kernel is compiled, and run by a worker: its folders, as the sandbox shows them.
class workshop {
 public:
  /// \param scratch a folder for temporary files, used for nothing else
  workshop(const task_kit& kit, const untrusted_options& options, std::filesystem::path scratch);

  const task_kit& kit() const { return kit_; }
  const untrusted_options& options() const { return options_; }
  const std::filesystem::path& scratch() const { return scratch_; }
  /// Where the worker is once it is built.
  std::filesystem::path out() const { return scratch_ / "out"; }
  std::string device() const { return kit_.device(); }
  bool on_gpu() const { return device() == "cuda"; }

  /// Makes the folders again, and puts the kernel file into them.
  void prepare(std::string_view kernel) const;

  /// Compiles the kernel in the sandbox, looks at what it asks for, and links the worker. \param
  /// measured with the options of kernels that are measured
  built_kernel compile(bool measured = false) const;

  /// A worker from `folder` (see `out`), to be wrapped by the sandbox.
  sandbox_request worker(const std::filesystem::path& folder) const;
  /// A judge's last arguments, which describe the worker: its limits, and how to start it.
  std::vector<std::string> judge_arguments(const sandbox_request& worker) const;

  /// After a failure: would the machine have been able to do better? Throws `machine_error`.
  /// \param started whether the sandbox was set up (`start_request::reports_ready`)
  void require_sound_machine(bool started, const std::string& output) const;

 private:
  sandbox_request request(std::vector<std::string> command, bool may_write) const;
  base::process_outcome run_tool(std::vector<std::string> command, std::size_t most_output) const;
  std::optional<std::vector<object_symbol>> names_in_kernel() const;
  built_kernel run_compiler(std::vector<std::string> command, const char* makes) const;
  std::string what_is_forbidden(const std::optional<std::vector<object_symbol>>& symbols) const;
  std::filesystem::path write_own_names(const std::vector<object_symbol>& symbols) const;
  double compile_seconds() const { return (on_gpu() ? 4 : 1) * options_.compile_seconds; }
  /// Of a compiler that may also wait; `compile_seconds` are those in which it computes.
  double compile_seconds_with_waiting() const { return 6 * compile_seconds(); }
  std::string why_not_compiled(const base::process_outcome& outcome, const std::string& text) const;

  const task_kit& kit_;
  const untrusted_options& options_;
  std::filesystem::path scratch_;
};

/// A turn on this machine's GPU: only one object holds it at a time, across threads and processes.
/// Waits for it. Throws `interrupted` after Ctrl-C, `machine_error` when it cannot be waited for.
std::shared_ptr<file_turn> take_gpu();

/// Throws `machine_error`, with the reason, unless a kernel of the course's own runs on the GPU, in
/// the sandbox, right now. Nothing to find out where kernels run on the CPU.
void require_gpu(const task_kit& kit, const untrusted_options& options);

}  // namespace kw::grader
