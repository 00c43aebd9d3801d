#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grader/model/history.hpp"
#include "grader/run/grade.hpp"

namespace kw::grader {

/// Writes a file of what is known about a learner. Where that is not possible, grading goes on
/// without it. \returns whether it was written
bool write_if_possible(const std::filesystem::path& file, const std::string& text);

/// Adds a run to how a learner's points and speeds went, a file beside the results, and returns all
/// of them. A run that neither changed points nor measured anything leaves no trace. \param known
/// everything that is known by now \param now what this run graded
run_history note_run(const std::filesystem::path& build_folder, const report& known,
                     const report& now);

/// Keeps the latest result of each task of the exercises in the build folder. So a hint or a trace
/// after `grade` or `watch` neither builds nor tests again, and a report of one lesson keeps what
/// is known about the others. A file that cannot be read counts as missing, and one that cannot be
/// written does not stop the grader.
class exercise_results {
 public:
  using time = std::filesystem::file_time_type;

  explicit exercise_results(const grader& grader);

  /// Keeps the result of a lesson or of a part of it. What `result` did not measure stays, unless
  /// the kernel has changed since. \param began when grading began: what was saved after that
  /// counts as not graded
  void note(const lesson_result& result, time began) const;

  /// The result of a lesson or a part of it, if all of it is known and no file that it depends on
  /// was written since.
  std::optional<lesson_result> current(const lesson& part) const;

  /// What is known about a lesson, however old; nothing when there is no result of it.
  std::optional<lesson_result> latest(const lesson& lesson) const;

  /// A report of what was graded now, with the latest results of everything else.
  report with_earlier(const report& graded) const;

  /// The result of a lesson or a part of it: `current`, or graded now and kept.
  lesson_result grade(const lesson& part,
                      const std::function<void(const progress&)>& on_progress = {}) const;

 private:
  std::filesystem::path file_of(const std::string& id) const;
  std::optional<lesson_result> read(const std::string& id) const;
  void write(const std::string& id, const lesson_result& result, time began) const;
  time changed(const lesson& lesson) const;
  bool is_current(const lesson& lesson, const check& task, time changed) const;
  void keep_speed(lesson_result& alone, const check& task) const;

  const grader& grader_;
  std::filesystem::path folder_;
};

}  // namespace kw::grader
