#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/run/judging.hpp"

namespace kw::grader {

/// What came of compiling a kernel.
struct compiled_kernel {
  bool built = false;
  double seconds = 0;
  std::optional<compile_error> error;
  std::string message;  ///< Why it was not built, in words.
};

/// Where one kernel is compiled, and run by a worker: its folders, as the sandbox shows them.
class workshop {
 public:
  /// \param scratch a folder for temporary files, used by nobody else
  workshop(const lesson_kit& kit, const judging_options& options, std::filesystem::path scratch);

  const lesson_kit& kit() const { return kit_; }
  const judging_options& options() const { return options_; }
  const std::filesystem::path& scratch() const { return scratch_; }
  /// Where the worker is once it is built.
  std::filesystem::path out() const { return scratch_ / "out"; }
  bool on_gpu() const { return options_.device == "cuda"; }

  /// Makes the folders anew, and lays the kernel file into them.
  void prepare(std::string_view kernel);

  /// Compiles and links the worker, in the sandbox. \param measured with the options of kernels
  /// that are measured
  compiled_kernel compile(bool measured = false) const;

  /// A control group with a worker's limits. Null where the kernel counts each process by itself.
  std::unique_ptr<base::control_group> group_for_worker() const;
  /// A worker from `folder` (see `out`), to be wrapped by the sandbox.
  sandbox_request worker(const std::filesystem::path& folder,
                         const base::control_group* group) const;
  /// What a judge is told about the worker: its limits, and how it is started. The last arguments.
  std::vector<std::string> judge_arguments(const sandbox_request& worker) const;

  /// After a failure: would the machine have been able to do better? Throws `machine_error`.
  void require_sound_machine(const std::string& output) const;
  static void require_memory(const base::group_events& events);

 private:
  sandbox_request request(std::vector<std::string> command, bool may_write) const;
  std::unique_ptr<base::control_group> make_group(const sandbox_limits& limits) const;
  double compile_seconds() const { return (on_gpu() ? 4 : 1) * options_.compile_seconds; }
  std::string why_not_compiled(const std::string& output, bool stopped, bool out_of_memory) const;

  const lesson_kit& kit_;
  const judging_options& options_;
  std::filesystem::path scratch_;
  std::filesystem::path kernel_file_;
};

/// Measures a kernel that was judged beside the solution, if it is right, and settles the lesson's
/// points.
void judge_speed(const workshop& shop, lesson_result& result);

/// How a call failed, for the student.
std::string in_words(const judge_event& event, const judging_options& options);

}  // namespace kw::grader
