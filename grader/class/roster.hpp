#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "grader/class/csv_rows.hpp"
#include "grader/class/roster_lines.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// The students of a class, as a learning management system, GitHub Classroom or Classroom 50
/// exports them. Classroom 50's scores.csv is one as well: of a student's lines the latest counts.
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
  /// `size()` when there is none, or more than one. A name that is a number is only looked for in
  /// columns of numbers of students, and no name in columns about other people. First and last
  /// names alone, other columns, and names without their accents count where nothing else is found.
  std::size_t find(const std::vector<std::string>& names) const;

  /// The rows that these names find, each of them alone, in the order of the names.
  std::vector<std::size_t> find_each(const std::vector<std::string>& names) const;

  /// The rows of a group, or of a repository that several share, that has one of these names.
  std::vector<std::size_t> find_group(const std::vector<std::string>& names) const;

  /// The one row whose GitHub account is one of these names, whole; `size()` when there is none.
  std::size_t find_account(const std::vector<std::string>& names) const;
  bool has_account(std::size_t row) const { return !account(row).empty(); }

  /// Fills name, email and the roster's columns of a submission from a row.
  void describe(std::size_t row, submission& who) const;

 private:
  std::string value(std::size_t row, std::string_view part_of_title) const;
  /// The first cell with text in a column of this kind.
  std::string value(std::size_t row, title_kind kind) const;
  std::string account(std::size_t row) const;
  void find_account_column();
  void put_newest_first(std::vector<csv_row>& lines) const;
  /// Adds a line as a student, unless an earlier line is about the same one.
  void add(std::vector<std::string> cells, int line);
  /// The names that a row can be found by. \param sure whether they are this student's alone
  std::vector<std::string> names_of(std::size_t row, bool sure) const;
  void index();
  void index_participants();

  std::vector<std::string> titles_, plain_titles_;  ///< As they are, and as `comparable` has them.
  std::size_t account_ = 0;  ///< The column of GitHub accounts; the number of columns for none.
  bool has_submissions_ = false;  ///< Whether it is Classroom 50's scores.csv.
  std::vector<std::string> notes_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<title_kind> kinds_;                             ///< Of the titles.
  std::map<std::string, std::pair<std::size_t, int>> known_;  ///< By who it is, row and line.
  std::unordered_map<std::string, std::size_t> by_name_;      ///< `size()` for a name of several.
  /// By what may be another's name as well, and by names without accents.
  std::unordered_map<std::string, std::size_t> by_unsure_name_, by_plain_name_;
  std::map<std::string, std::set<std::size_t>> by_group_;
  std::unordered_map<std::string, std::size_t> by_account_;
};

}  // namespace kw::grader
