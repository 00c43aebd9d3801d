#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/model/gradebook.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// Another due date of one student: an extension.
struct extension {
  std::string submission;  ///< Its id or e-mail address, or what a column of the roster holds.
  int lesson = 0;          ///< 0 for all of them.
  std::string due;         ///< ISO 8601 in UTC; empty where `days` says it.
  double days = 0;         ///< After the due date that everybody has.
  std::string reason;
  int line = 0;  ///< Where the file says so.
};

/// What late work costs. Days are begun days after the due date and its grace.
struct late_rule {
  std::string due;                     ///< ISO 8601 in UTC; of lessons that have none of their own.
  std::map<int, std::string> lessons;  ///< Due dates by the lesson's number.
  std::vector<extension> extensions;
  double marked_days = 1;  ///< For what is marked as late without a time.
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
  std::vector<gradebook> gradebooks;
  bool leaderboard = true;  ///< Whether the class report has one; it is anonymous.
};

/// Reads a policy file. Throws `usage_error` with every problem, each at its line.
policy read_policy(const std::filesystem::path& file);

/// A manual change of points with the submission it is meant for.
struct addressed_adjustment {
  std::string submission;  ///< Its id or e-mail address, or what a column of the roster holds.
  adjustment change;
  int line = 0;  ///< Where the file says so.
};

/// Reads a file of [[adjustment]] tables. Throws `usage_error` with every problem.
std::vector<addressed_adjustment> read_adjustments(const std::filesystem::path& file);

/// A moment in UTC, ISO 8601: "2026-01-31T12:00:00Z".
std::string utc_text(std::int64_t seconds_since_1970);

/// Seconds since 1970 of an ISO 8601 time in UTC, "2026-01-31T12:00:00Z"; nothing when it is none.
std::optional<std::int64_t> seconds_since_1970(const std::string& time);

}  // namespace kw::grader
