#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "grader/model/result.hpp"

namespace kw::grader {

/// What is kept of one check of one submission.
struct check_summary {
  double points = 0;
  check_status status = check_status::untried;
  double ratio = 0;  ///< Of a scored speed check: times the solution's time; 0 for none.
};

/// The kind of a finding that is a compile error.
inline constexpr const char* kDoesNotCompile = "does not compile";

/// A finding or a compile error that a submission has in a lesson.
struct finding_summary {
  std::string lesson;  ///< "lesson03"
  std::string kind;    ///< "out-of-bounds"

  auto operator<=>(const finding_summary&) const = default;
};

/// A kernel file, for the comparison with others of its task.
struct file_summary {
  std::string task;  ///< "lesson03.2"
  std::string hash;
  std::vector<std::uint32_t> marks;
  std::vector<std::uint32_t> of_solution;  ///< Where it is nearly identical to the solution.
};

/// What is kept of one submission: a few kilobytes, so thousands fit in memory.
struct submission_summary {
  /// Of the points that it could reach.
  double percent() const { return max_points > 0 ? 100 * points / max_points : 0; }

  std::string id;
  std::string name;
  std::string email;
  std::vector<std::pair<std::string, std::string>> roster;
  std::string submitted;
  std::string time_source;
  bool marked_late = false;
  std::string source;       ///< The folder or archive that it came from.
  bool lacks_time = false;  ///< Handed in, and nothing says when: see `lacks_time`.
  std::string created;
  std::string page;  ///< The name of its own report beside the class report; empty for none.
  bool gradable = true;
  std::string reason;
  double points = 0;
  double max_points = 0;
  double adjusted = 0;
  double late_points = 0;
  double late_days = 0;
  std::string feedback;                         ///< A line for a gradebook.
  std::map<std::size_t, check_summary> checks;  ///< By the number of the column.
  std::vector<std::string> crashed;             ///< Tasks, "lesson03.2".
  std::vector<std::string> hung;
  std::vector<std::string> not_compiled;
  std::vector<std::string> unusual;    ///< "lesson03.2: memcpy in line 17".
  std::vector<std::string> ignored;    ///< Files.
  std::set<finding_summary> findings;  ///< Each once.
  std::vector<file_summary> files;     ///< Those that differ from the untouched exercise.
  bool handed_in = false;              ///< Whether any file of it was graded.
};

/// A check as a column of the class.
struct check_column {
  std::string lesson;  ///< "lesson03"
  std::string lesson_title;
  std::string check;
  std::string title;
  check_kind kind = check_kind::core;
  double points = 0;
  bool bonus = false;
};

/// A whole class, added one result at a time, so no two results need to be in memory at once.
class class_summary {
 public:
  void add(const report& report, std::string page);

  /// In the order of their ids, whatever order they were added in.
  std::vector<const submission_summary*> in_order() const;

  /// What is known about when submissions were handed in, in lines: how many have a time, where it
  /// came from, and who has none. Without a time, a rule on lateness does nothing.
  std::vector<std::string> about_times() const;

  const std::vector<check_column>& columns() const { return columns_; }
  /// Columns in course order.
  std::vector<std::size_t> column_order() const;
  double max_points() const;  ///< What the best-covered submission could reach.
  const environment& where() const { return where_; }

 private:
  std::size_t column_of(const lesson_result& lesson, const check_result& check);

  std::vector<submission_summary> submissions_;
  std::vector<check_column> columns_;
  std::map<std::pair<std::string, std::string>, std::size_t> column_numbers_;
  environment where_;
};

}  // namespace kw::grader
