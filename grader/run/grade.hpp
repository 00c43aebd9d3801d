#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/base/test_limits.hpp"
#include "grader/model/course.hpp"
#include "grader/model/policy.hpp"
#include "grader/model/result.hpp"
#include "grader/run/build_folder.hpp"
#include "grader/run/progress.hpp"

namespace kw::grader {

/// What to grade, and how.
struct grade_options {
  std::filesystem::path root = ".";
  std::filesystem::path build_folder;  ///< Empty: build/cuda or build/cpu, whichever fits.
  std::string device = "auto";         ///< "auto", "cpu" or "cuda"
  kernel_tree tree = kernel_tree::exercise;
  bool benchmarks = false;
  policy rules;  ///< How an instructor changes the course's checks; nothing by default.
  double test_seconds = base::kTestSeconds;  ///< That one test may compute.
  /// Whether a failed test looks for one change of the exercise with which it passes, which takes
  /// seconds.
  bool look_for_changes = true;
  double build_timeout_seconds = 900;
};

/// Grades lessons of one course in one build folder.
class grader {
 public:
  /// Reads the course and the build folder. Throws `machine_error` when something is missing.
  explicit grader(grade_options options);

  const course& lessons() const { return course_; }
  const grade_options& options() const { return options_; }
  const build_folder& folder() const { return build_; }

  /// Grades lessons or parts of them, as `find_parts` returns them, one by one, after building as
  /// much of them as can be built at once.
  /// `on_lesson` receives each result as soon as it is known.
  report grade(const std::vector<lesson>& chosen,
               const std::function<void(const progress&)>& on_progress = {},
               const std::function<void(const lesson_result&)>& on_lesson = {}) const;

  /// Grades one lesson, or a part of it (`part_of`). `should_stop` may end it early; then `stopped`
  /// is set and the result means nothing. \param built whether all of it was built just now
  lesson_result grade_lesson(const lesson& lesson,
                             const std::function<void(const progress&)>& on_progress = {},
                             const std::function<bool()>& should_stop = {}, bool* stopped = nullptr,
                             bool built = false) const;

  /// "cpu", or "cpu" and "cuda".
  const std::vector<std::string>& devices() const { return devices_; }

  /// Where and with what this grader works.
  environment where() const;

  /// A path as the user would type it: relative to the course's root if it is inside.
  std::filesystem::path shown(const std::filesystem::path& path) const;

 private:
  /// Builds all tasks of all these lessons at once, on all cores, if there are several. Whatever
  /// does not build is asked for again task by task, where its errors can be told apart.
  build_outcome build_all(const std::vector<lesson>& chosen,
                          const std::function<void(const progress&)>& on_progress,
                          const std::function<bool()>& should_stop = {}) const;

  grade_options options_;
  course course_;
  build_folder build_;
  std::vector<std::string> devices_;
};

/// The build folder to use when none is named: build/cuda where it is configured and there is a
/// GPU (or CUDA was asked for), else build/cpu.
std::filesystem::path default_build_folder(const std::filesystem::path& root,
                                           const std::string& device);

}  // namespace kw::grader
