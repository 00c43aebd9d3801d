#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/run/build_folder.hpp"

namespace kw::grader {

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

}  // namespace kw::grader
