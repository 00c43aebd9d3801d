#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "grader/class/class_summary.hpp"
#include "grader/model/gradebook.hpp"
#include "grader/score/points.hpp"

namespace kw::grader {

/// A file of `grader/forms/platforms` by its name.
std::string_view embedded_platforms(std::string_view file);

/// One cell of a CSV file: quoted where it must be. Text that a spreadsheet would run as a formula
/// gets an apostrophe in front; a plain number stays one.
std::string csv_cell(std::string_view text);

/// Rows of cells, as RFC 4180 has them.
class csv_table {
 public:
  csv_table& cell(std::string_view text) {
    row_ += (first_ ? "" : ",") + csv_cell(text);
    first_ = false;
    return *this;
  }
  csv_table& cells(std::initializer_list<std::string_view> texts) {
    for (const std::string_view text : texts) {
      cell(text);
    }
    return *this;
  }
  csv_table& number(double value) { return cell(format_points(value)); }
  void end_row() {
    text_ += row_ + "\r\n";  // as RFC 4180 has it
    row_.clear();
    first_ = true;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::string row_;
  bool first_ = true;
};

/// The value of a roster's column; empty when the roster has no such column.
inline std::string roster_value(const submission_summary& one, std::string_view column) {
  for (const auto& [name, value] : one.roster) {
    if (name == column) {
      return value;
    }
  }
  return {};
}

/// The gradebooks of forms/platforms/gradebooks.toml.
const std::vector<gradebook>& platforms_gradebooks();

/// A gradebook. A submission that could not be graded changes nothing there: its cell is empty, or
/// it has no row where an empty cell would delete a mark.
/// \param title of the assignment, as Canvas exports it: "Kernelwright (4711)"
std::string to_gradebook(const gradebook& book, const class_summary& summary,
                         std::string_view title);
/// What the platform will not take, a line each.
std::vector<std::string> about_gradebook(const gradebook& book, const class_summary& summary);

/// A row for each submission: who, totals, and points of each check.
std::string to_csv(const class_summary& summary);

}  // namespace kw::grader
