#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "grader/run/grade.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {

/// Remembers, in the build folder, how many hints of each check a learner has seen. Each task has a
/// file of its own there, which `./course reset` removes, so a new start begins with the concept.
class hint_memory {
 public:
  explicit hint_memory(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The level to show next, 1 to `levels`: one more than the last, or the last again.
  /// \param task "lesson03.2" \param key what the hints are for, among the task's
  int next_level(const std::string& task, const std::string& key, int levels) const;

  /// Notes that a level was shown. A memory that cannot be written is no reason to withhold a hint.
  void remember(const std::string& task, const std::string& key, int level) const;

 private:
  std::filesystem::path file_of(const std::string& task) const {
    return folder_ / (task + ".json");
  }

  std::filesystem::path folder_;
};

/// The next hint for a check of a lesson, as text; `level` 0 means one more than the last time.
/// \param about the finding that the check's hints answer; empty for those of its task
std::string give_hint(const lesson& lesson, const check& check, const std::string& about,
                      const hint_memory& memory, int level, const text_style& style);

/// The next hint for the check named, or for the first check of a lesson, or a part of one, that
/// does not pass: the tasks are graded to find out which that is. Throws `usage_error` for a check
/// that is not there.
std::string hint_for_lesson(const grader& grader, const lesson& lesson, std::string_view check_id,
                            int level, const text_style& style,
                            const std::function<void(const progress&)>& on_progress = {});

/// Where the hints of a build folder are remembered.
hint_memory memory_of(const grader& grader);

}  // namespace kw::grader
