#include <algorithm>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

#include "common/base/plain_text.hpp"
#include "grader/forms/class_forms.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace {

bool is_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

/// Some spreadsheets take the wide signs of Asian keyboards for the narrow ones.
bool begins_a_formula(std::string_view cell) {
  constexpr std::string_view kNarrow = "=+-@\t|%";
  constexpr std::string_view kWide[] = {"\uFF1D", "\uFF0B", "\uFF0D", "\uFF20", "\u2212"};
  return cell.size() > 1 &&  // "-" alone is Moodle's word for nothing
         (kNarrow.find(cell[0]) != std::string_view::npos ||
          std::any_of(std::begin(kWide), std::end(kWide),
                      [&](std::string_view sign) { return cell.substr(0, sign.size()) == sign; }));
}

/// In many countries spreadsheets divide a line at each semicolon, whatever is in quotes, so a
/// formula may also begin there.
std::string without_hidden_formulas(std::string cell) {
  for (std::size_t at = cell.find_first_of(";\t"); at != std::string::npos;
       at = cell.find_first_of(";\t", at + 1)) {
    const std::size_t start = cell.find_first_not_of(" \"", at + 1);
    if (start != std::string::npos && begins_a_formula(std::string_view(cell).substr(start))) {
      cell.insert(start, 1, '\'');
    }
  }
  return cell;
}

}  // namespace

std::string csv_cell(std::string_view text) {
  std::string cell = without_hidden_formulas(base::plain_text(text));
  if (begins_a_formula(cell) && !is_number(cell)) {
    cell.insert(cell.begin(), '\'');
  }
  if (cell.find_first_of(",\"\n") == std::string::npos && cell.find_first_of(" \t") != 0) {
    return cell;
  }
  std::string quoted = "\"";
  for (const char letter : cell) {
    quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  }
  return quoted + "\"";
}

std::string to_csv(const class_summary& summary) {
  csv_table table;
  const std::vector<std::size_t> order = summary.column_order();
  const auto submissions = summary.in_order();
  std::vector<std::string> roster;
  for (const submission_summary* one : submissions) {
    for (const auto& [name, value] : one->roster) {
      if (std::find(roster.begin(), roster.end(), name) == roster.end()) {
        roster.push_back(name);
      }
    }
  }
  table.cells({"id", "name", "email", "submitted", "graded", "gradable", "reason", "points",
               "max_points", "adjusted", "late_days", "late_points"});
  for (const std::size_t column : order) {
    const check_column& check = summary.columns()[column];
    const std::string name = check.lesson + "." + check.check;
    table.cell(name).cell(name + " status");
    if (check.kind == check_kind::speed) {
      table.cell(name + " ratio");
    }
  }
  for (const std::string& name : roster) {
    table.cell("roster " + name);
  }
  table.end_row();
  for (const submission_summary* one : submissions) {
    table.cells({one->id, one->name, one->email, one->submitted, one->created});
    table.cells({one->gradable ? "yes" : "no", one->reason});
    table.cell(one->gradable ? format_points(one->points) : "");
    table.cell(one->gradable ? format_points(one->max_points) : "");
    table.number(one->adjusted).number(one->late_days).number(one->late_points);
    for (const std::size_t column : order) {
      const auto found = one->checks.find(column);
      const bool there = found != one->checks.end();
      const bool scored = there && found->second.status != check_status::unscored;
      table.cell(scored ? format_points(found->second.points) : "");
      table.cell(there ? to_text(found->second.status) : "");
      if (summary.columns()[column].kind == check_kind::speed) {
        table.cell(there && found->second.ratio > 0 ? fmt::format("{:.3f}", found->second.ratio)
                                                    : "");
      }
    }
    for (const std::string& name : roster) {
      table.cell(roster_value(*one, name));
    }
    table.end_row();
  }
  return table.take();
}

}  // namespace kw::grader
