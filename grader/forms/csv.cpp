#include <algorithm>
#include <charconv>
#include <initializer_list>
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

class csv {
 public:
  csv& cell(std::string_view text) {
    row_ += (first_ ? "" : ",") + csv_cell(text);
    first_ = false;
    return *this;
  }
  csv& cells(std::initializer_list<std::string_view> texts) {
    for (const std::string_view text : texts) {
      cell(text);
    }
    return *this;
  }
  csv& number(double value) { return cell(format_points(value)); }
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
std::string roster_value(const submission_summary& one, std::string_view column) {
  for (const auto& [name, value] : one.roster) {
    if (name == column) {
      return value;
    }
  }
  return {};
}

/// Points on the class's scale: where a check counted neither way, what could be reached is less,
/// and the rest stands for the whole.
double scaled_points(const submission_summary& one, double class_max) {
  return one.max_points > 0 && one.max_points < class_max ? one.points * class_max / one.max_points
                                                          : one.points;
}

std::string grade_of(const submission_summary& one, double class_max) {
  return one.gradable ? format_points(scaled_points(one, class_max)) : std::string();
}

std::string feedback_of(const submission_summary& one, double class_max) {
  if (!one.gradable) {
    return "Not graded yet: " + one.reason;
  }
  const bool scaled = one.max_points > 0 && one.max_points < class_max;
  return one.feedback + (scaled
                             ? fmt::format("; {} of {} points, scaled to {}, since some checks "
                                           "could not be scored",
                                           format_points(one.points), format_points(one.max_points),
                                           format_points(class_max))
                             : std::string());
}

}  // namespace

namespace {

/// Some spreadsheets take the wide signs of Asian keyboards for the narrow ones.
bool begins_a_formula(std::string_view cell) {
  constexpr std::string_view kNarrow = "=+-@\t|%";
  constexpr std::string_view kWide[] = {"\uFF1D", "\uFF0B", "\uFF0D", "\uFF20", "\u2212"};
  return !cell.empty() &&
         (kNarrow.find(cell[0]) != std::string_view::npos ||
          std::any_of(std::begin(kWide), std::end(kWide),
                      [&](std::string_view sign) { return cell.substr(0, sign.size()) == sign; }));
}

}  // namespace

std::string csv_cell(std::string_view text) {
  std::string cell = base::plain_text(text);
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

std::string to_canvas_csv(const class_summary& summary, std::string_view title) {
  csv table;
  const double most = summary.max_points();
  table.cells({"Student", "ID", "SIS User ID", "SIS Login ID", "Section", title}).end_row();
  table.cells({"Points Possible", "", "", "", ""}).number(most).end_row();
  for (const submission_summary* one : summary.in_order()) {
    const std::string student = roster_value(*one, "Student");
    table.cell(student.empty() ? one->name : student);
    for (const char* column : {"ID", "SIS User ID", "SIS Login ID", "Section"}) {
      table.cell(roster_value(*one, column));
    }
    table.cell(grade_of(*one, most)).end_row();
  }
  return table.take();
}

std::string to_moodle_worksheet(const class_summary& summary) {
  csv table;
  const double most = summary.max_points();
  table.cells({"Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade",
               "Grade can be changed", "Last modified (grade)", "Feedback comments"});
  table.end_row();
  for (const submission_summary* one : summary.in_order()) {
    table.cell(roster_value(*one, "Identifier")).cell(one->name).cell(one->email);
    table.cell(roster_value(*one, "Status")).cell(grade_of(*one, most)).number(most);
    table.cell("Yes").cell(roster_value(*one, "Last modified (grade)"));
    table.cell(feedback_of(*one, most)).end_row();
  }
  return table.take();
}

std::string to_moodle_gradebook(const class_summary& summary) {
  csv table;
  const double most = summary.max_points();
  table.cells({"useremail", "useridnumber", "grade", "feedback"}).end_row();
  for (const submission_summary* one : summary.in_order()) {
    table.cell(one->email).cell(roster_value(*one, "ID number"));
    table.cell(grade_of(*one, most)).cell(feedback_of(*one, most)).end_row();
  }
  return table.take();
}

std::string to_csv(const class_summary& summary) {
  csv table;
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
