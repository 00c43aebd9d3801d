#pragma once

#include <map>
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

/// What is kept of one submission: about a kilobyte, so that thousands fit.
struct submission_summary {
  std::string id;
  std::string name;
  std::string email;
  std::vector<std::pair<std::string, std::string>> roster;
  std::string submitted;
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

/// A whole class, one result after another, so that no two need to be in memory at once.
class class_summary {
 public:
  void add(const report& report, std::string page);

  /// In the order of their ids, whatever order they were added in.
  std::vector<const submission_summary*> in_order() const;

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
