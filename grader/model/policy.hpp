#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// What late work costs. Days are begun days after the due date and its grace.
struct late_rule {
  std::string due;  ///< ISO 8601 in UTC.
  double grace_minutes = 0;
  double free_days = 0;
  double percent_per_day = 0;
  double last_day = 0;  ///< Later than this many days earns nothing; 0 for no such day.
};

/// How an instructor changes a check of the course.
struct check_change {
  int lesson = 0;
  std::string check;
  std::optional<double> points;
  std::optional<visibility> shown;
  std::optional<bool> bonus;
};

/// An instructor's rules, apart from the course's own files.
struct policy {
  std::optional<late_rule> late;
  std::vector<check_change> changes;
  bool leaderboard = true;  ///< Whether the class report has one; it is anonymous.
};

/// Reads a policy file. Throws `usage_error` with every problem, each at its line.
policy read_policy(const std::filesystem::path& file);

/// Changes the course's checks as the policy says. Throws `usage_error` when one does not exist.
void apply_policy(const policy& policy, course& course);

/// Changes the checks of a result as the policy says, works out what lateness costs, and settles
/// it. Doing it again changes nothing. Throws `usage_error` when a lesson lacks a check that the
/// policy changes.
void apply_policy(const policy& policy, report& report);

/// Manual changes of points, each with the submission it is meant for.
class adjustment_list {
 public:
  adjustment_list() = default;

  /// Reads a file of [[adjustment]] tables. Throws `usage_error` with every problem.
  explicit adjustment_list(const std::filesystem::path& file);

  /// Puts this list's adjustments for a submission, known by its id or e-mail, in the place of
  /// those it has, and settles it. Throws `usage_error` when one names a lesson or check that the
  /// result does not have. The file itself is never written.
  void apply(report& report);

  /// Those that no submission has asked for yet, in words: most likely misspelt.
  std::vector<std::string> unused() const;

 private:
  struct entry {
    std::string submission;
    adjustment change;
    int line = 0;
    bool used = false;
  };

  std::string file_;
  std::vector<entry> entries_;
};

/// Seconds since 1970 of an ISO 8601 time in UTC, "2026-01-31T12:00:00Z"; nothing when it is none.
std::optional<std::int64_t> seconds_since_1970(const std::string& time);

}  // namespace kw::grader
