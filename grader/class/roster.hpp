#pragma once

#include <cstddef>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "grader/model/result.hpp"

namespace kw::grader {

/// The students of a class, as a learning management system, GitHub Classroom or Classroom 50
/// exports them. Classroom 50's scores.csv is one as well: its first line of a student is the
/// latest submission.
class roster {
 public:
  roster() = default;

  /// The first row names the columns. Lines that are not about a student are passed over: a
  /// teacher's, and those that Canvas puts among the students. Throws `usage_error` for text that
  /// is not such a table, and for a line with more cells than there are columns.
  static roster parse(std::string_view bytes);

  /// What was passed over, and an encoding that was not UTF-8.
  const std::vector<std::string>& notes() const { return notes_; }

  std::size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }

  /// The columns of one student, in the roster's order.
  std::vector<std::pair<std::string, std::string>> columns(std::size_t row) const;

  /// The one row in which a column holds one of these names, as far as letters and digits go;
  /// `size()` when there is none, or more than one.
  std::size_t find(const std::vector<std::string>& names) const;

  /// The one row whose GitHub account is one of these names, whole; `size()` when there is none.
  std::size_t find_account(const std::vector<std::string>& names) const;
  bool has_account(std::size_t row) const { return !account(row).empty(); }

  /// Fills name, email and the roster's columns of a submission from a row.
  void describe(std::size_t row, submission& who) const;

 private:
  std::string value(std::size_t row, std::string_view part_of_title) const;
  /// `value`, or where that is empty, the first cell with text under one of these titles.
  std::string value_of(std::size_t row, std::string_view part_of_title,
                       std::initializer_list<std::string_view> titles) const;
  std::string first_name(std::size_t row) const;
  std::string last_name(std::size_t row) const;
  std::string account(std::size_t row) const;
  void find_account_column();
  /// The names that a row can be found by, in their comparable form.
  std::set<std::string> names_of(std::size_t row) const;
  void index();

  std::vector<std::string> titles_, plain_titles_;  ///< As they are, and as `comparable` has them.
  std::size_t account_ = 0;  ///< The column of GitHub accounts; the number of columns for none.
  bool has_submissions_ = false;  ///< Whether it is Classroom 50's scores.csv.
  std::vector<std::string> notes_;
  std::vector<std::vector<std::string>> rows_;
  std::unordered_map<std::string, std::size_t> by_name_;  ///< `size()` for a name of several.
  std::unordered_map<std::string, std::size_t> by_account_;
};

}  // namespace kw::grader
