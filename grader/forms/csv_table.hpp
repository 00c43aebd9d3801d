#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "grader/class/class_summary.hpp"
#include "grader/forms/class_forms.hpp"
#include "grader/score/points.hpp"

namespace kw::grader {

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

}  // namespace kw::grader
