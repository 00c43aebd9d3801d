#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/control_group.hpp"
#include "grader/model/course.hpp"
#include "grader/model/result.hpp"
#include "grader/run/build_folder.hpp"
#include "grader/run/quiet_machine.hpp"
#include "grader/run/sandbox.hpp"

namespace kw::grader {

/// How kernels that are not trusted are judged.
struct judging_options {
  sandbox box = sandbox::none();
  base::control_groups* groups = nullptr;  ///< Null: each process has its limits by itself.
  std::string device = "cpu";              ///< Or "cuda": the kits must be of the same.
  std::uint64_t seed = 1;       ///< Of the test data; a submission that knows it could cheat.
  double call_seconds = 10;     ///< Processor time of one call of an entry function.
  double compile_seconds = 60;  ///< Processor time of the compiler; nvcc has four times that.
  sandbox_limits limits;        ///< Of compiler and program.
  std::int64_t memory_bytes = std::int64_t{2} << 30;  ///< Of the program, besides the tests' data.
  double judge_seconds = 900;                         ///< By the clock, for all tests of a lesson.
  quiet_machine* machine = nullptr;  ///< Of all threads that judge; null where there is one.
};

/// A folder for temporary files that a sandboxed program of another user can reach. It is removed
/// with everything in it, after a kill -9 by the next run of this user.
class judging_folder {
 public:
  judging_folder();
  ~judging_folder();
  judging_folder(const judging_folder&) = delete;
  judging_folder& operator=(const judging_folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

/// What one lesson's submissions are compiled with and judged by: its judge, the part of the worker
/// that all share, and the headers. Copies, so that a build in between changes no score.
class lesson_kit {
 public:
  /// Copies what the build folder holds; `build_folder` must have built `targets`.
  /// Throws `machine_error` when a part is missing.
  /// \param device "cpu" or "cuda"
  /// \param speed whether to measure speed as well, on the CPU
  static lesson_kit copy(const lesson& lesson, const build_folder& build,
                         const std::filesystem::path& root, const std::filesystem::path& to,
                         const std::string& device, bool speed = false);
  /// What to build before.
  static std::vector<std::string> targets(const lesson& lesson, const std::string& device,
                                          bool speed = false);

  const lesson& definition() const { return lesson_; }
  const std::filesystem::path& folder() const { return folder_; }
  const std::filesystem::path& judge() const { return judge_; }
  /// Below `folder`, a program of the course's own that a working GPU runs; empty for the CPU.
  const std::filesystem::path& probe() const { return probe_; }
  /// The judge that measures; empty where speed is not measured.
  const std::filesystem::path& bench_judge() const { return bench_judge_; }
  /// Where the solution's worker belongs, beside which speed is measured (`build_solution`).
  std::filesystem::path solution() const { return folder_ / "solution" / "worker"; }

  /// Differs when the judge, or what kernels are linked with, differ.
  std::string fingerprint() const;

  /// Compiles and links `exercises/NN_name/name.cpp` to `out/worker`, all below the working folder.
  /// \param measured with the options of kernels that are measured
  std::vector<std::string> compile_command(bool measured = false) const;

 private:
  lesson lesson_;
  std::filesystem::path folder_;
  std::filesystem::path judge_;
  std::filesystem::path probe_;
  std::filesystem::path bench_judge_;
  std::string compiler_;
  std::string linker_;
  std::vector<std::string> flags_;
  std::vector<std::string> measured_flags_;
  std::vector<std::string> link_;
  std::vector<std::string> libraries_;
};

/// Throws `machine_error`, with the reason, unless a kernel of the course's own runs on the GPU, in
/// the sandbox, right now. Nothing to find out where kernels run on the CPU.
void require_gpu(const lesson_kit& kit, const judging_options& options);

/// Compiles a kernel file and judges it, all within the sandbox, and measures it where the kit can
/// and its results are right. Whatever the kernel does is its
/// result; throws `machine_error` when the machine is at fault, and nothing is known of the kernel.
/// \param scratch a folder for temporary files, used by nobody else
lesson_result judge_kernel(const lesson_kit& kit, std::string_view kernel,
                           const judging_options& options, const std::filesystem::path& scratch);

/// Compiles the solution, for submissions to be measured beside it.
void build_solution(const lesson_kit& kit, std::string_view kernel, const judging_options& options,
                    const std::filesystem::path& scratch);

/// The words of a shell command line, as CMake writes them into compile_commands.json.
std::vector<std::string> split_command(std::string_view command);

/// What of such a command makes the program, or decides whether there is one: neither the places,
/// nor mere warnings.
std::vector<std::string> compile_options(const std::vector<std::string>& words);

/// A line of the judge's file of events: how a call of the kernel failed.
struct judge_event {
  std::string test;
  std::string kind;
  int signal = 0;
  int exit_code = 0;
  std::string function;
  std::string output;
};
std::vector<judge_event> parse_judge_events(std::string_view text);

}  // namespace kw::grader
