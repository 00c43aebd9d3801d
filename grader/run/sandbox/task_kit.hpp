#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/run/build_folder.hpp"
#include "grader/run/sandbox/symbol_rules.hpp"

namespace kw::grader {

class compile_commands;

/// What the submissions of one task are compiled with and judged by: its judge, the part of the
/// worker that all share, and the headers. They are copies, so a build in between changes no score.
class task_kit {
 public:
  /// Bytes of the names in object files. All must be read.
  static constexpr std::size_t kMostNames = std::size_t{256} << 20;

  /// The kits of a lesson's tasks, in their order, below one folder. Copies what the build folder
  /// holds; `build_folder` must have built `targets`. Throws `machine_error` when a part is
  /// missing. \param device "cpu" or "cuda", whose kits hold those for the CPU as well (`on_cpu`)
  /// \param speed whether to measure speed as well, on this device
  static std::vector<task_kit> copy_all(const lesson& lesson, const build_folder& build,
                                        const std::filesystem::path& root,
                                        const std::filesystem::path& to, const std::string& device,
                                        bool speed = false);
  /// The targets to build first.
  static std::vector<std::string> targets(const lesson& lesson, const std::string& device,
                                          bool speed = false);

  /// Builds these for all lessons. Throws `machine_error`, with the compiler's words, if one does
  /// not build.
  static void build_all(const std::vector<lesson>& lessons, const build_folder& build,
                        double timeout_seconds, const std::string& device, bool speed = false);

  /// The lesson, reduced to this task and to the checks of its speed.
  const lesson& definition() const { return part_; }
  const check& task() const { return part_.checks.front(); }
  /// Makes these tests earn nothing, in addition to those that the course names.
  void add_given(const std::vector<std::string>& tests);
  /// "lesson08.2"
  std::string id() const { return part_.task_id(task()); }
  /// Where a submission's file belongs, below the working folder of its compiler.
  std::filesystem::path kernel_file() const {
    return part_.kernel_file(kernel_tree::exercise, task());
  }

  /// "cpu" or "cuda"
  std::string device() const { return probe_.empty() ? "cpu" : "cuda"; }
  /// The task's kit for the CPU, by which a submission for the GPU is judged as well: nothing but
  /// the CPU's checker sees a race or a loop of the host. Null in that kit itself.
  const task_kit* on_cpu() const { return on_cpu_.get(); }

  /// The tasks of a lesson share this folder. The sandbox shows its `kit`, `lessons` and `common`.
  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path judge() const { return folder_ / "judge"; }
  /// Below `folder`, a program of the course's own that a working GPU runs; empty for the CPU.
  const std::filesystem::path& probe() const { return probe_; }
  /// The program that starts a worker under a filter of system calls.
  const std::filesystem::path& confine() const { return confine_; }
  /// The judge that measures; empty where this task's speed is not measured.
  const std::filesystem::path& bench_judge() const { return bench_judge_; }
  /// Where the solution's worker belongs, which speed is compared with (`build_solution`).
  std::filesystem::path solution() const { return own_folder_ / "solution" / "worker"; }

  /// Compiles the kernel file to `out/kernel.o`, below the working folder, as the student's own
  /// build does. \param measured with the options of kernels that are measured
  std::vector<std::string> compile_command(bool measured) const;
  /// Makes the names in a file, one a line, local to `out/kernel.o`.
  std::vector<std::string> localise_command(const std::filesystem::path& names) const;
  /// Prints the names in object files, for `read_symbols`.
  std::vector<std::string> names_command(const std::vector<std::string>& files) const;
  /// Links `out/kernel.o` to `out/worker`.
  std::vector<std::string> link_command() const;
  /// The names in what it is linked with.
  const kit_symbols& symbols() const { return symbols_; }

 private:
  task_kit(lesson part, const std::filesystem::path& description, const compile_commands& build,
           const std::filesystem::path& to, bool speed);
  /// Where those for the CPU are, below the folder of a lesson's kits for the GPU.
  static constexpr const char* kCpuKits = "on_cpu";
  std::string take(const std::filesystem::path& file) const;
  std::vector<std::string> take_flags(const std::vector<std::string>& command) const;
  /// Links the libraries that every worker holds into one object file, without the names that only
  /// it uses: linking a submission then takes half the time. Where that fails, each is linked with
  /// the libraries themselves.
  void prelink();
  std::vector<object_symbol> names_in(const std::vector<std::string>& files) const;

  lesson part_;
  std::filesystem::path folder_;
  std::filesystem::path own_folder_;
  std::filesystem::path probe_;
  std::filesystem::path confine_;
  std::filesystem::path bench_judge_;
  std::string compiler_;
  std::string linker_;
  std::string objcopy_;
  std::string nm_;
  std::vector<std::string> flags_;
  std::vector<std::string> measured_flags_;
  std::vector<std::string> link_;
  std::vector<std::string> prelinked_;  ///< The same in fewer files; may be empty.
  std::vector<std::string> link_options_;
  std::vector<std::string> libraries_;
  kit_symbols symbols_;
  std::shared_ptr<const task_kit> on_cpu_;
};

/// Where a submission for this device is judged, in this order: one for a GPU is judged on the CPU
/// first.
std::vector<std::string> judged_on(const std::string& device);

/// Differs when anything differs that submissions are compiled with or judged by.
std::string fingerprint_of(const std::vector<task_kit>& kits);

}  // namespace kw::grader
