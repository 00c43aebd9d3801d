// Gradebooks, as Canvas and Moodle import them.
#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "grader/class/roster.hpp"
#include "grader/class/text_forms.hpp"
#include "grader/forms/class_forms.hpp"
#include "grader/forms/csv_table.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kMostNames = 10;

using names = std::set<std::string>;

/// Points on a scale. If a check counted neither way, fewer points could be reached, and reaching
/// all of those counts as reaching the whole.
double scaled_points(const submission_summary& one, double class_max, double scale) {
  const double reachable =
      one.max_points > 0 && one.max_points < class_max ? one.max_points : class_max;
  return reachable > 0 ? one.points * scale / reachable : one.points;
}

std::string grade_of(const submission_summary& one, double class_max, double scale) {
  return one.gradable ? format_points(scaled_points(one, class_max, scale)) : std::string();
}

std::string feedback_of(const submission_summary& one, double class_max, double scale) {
  if (!one.gradable) {
    return "Not graded yet: " + one.reason;
  }
  const bool unscored = one.max_points > 0 && one.max_points < class_max;
  if (!unscored && scale == class_max) {
    return one.feedback;
  }
  return one.feedback + fmt::format("; {} of {} points, scaled to {}{}", format_points(one.points),
                                    format_points(unscored ? one.max_points : class_max),
                                    format_points(scale),
                                    unscored ? ", since some checks could not be scored" : "");
}

/// The first value that is not empty in a column with one of these titles, of which letters and
/// digits are compared.
std::string value_titled(const submission_summary& one, const names& titles) {
  for (const auto& [title, value] : one.roster) {
    if (!value.empty() && titles.count(comparable(title)) != 0) {
      return value;
    }
  }
  return {};
}

/// What Canvas knows a student by, besides the name.
struct canvas_identity {
  std::string id;
  std::string sis_user;
  std::string sis_login;

  bool empty() const { return id.empty() && sis_user.empty() && sis_login.empty(); }
};

canvas_identity identity_of(const submission_summary& one) {
  canvas_identity who;
  who.id = value_titled(one, {"canvasid", "canvasuserid"});
  if (who.id.empty() && !roster_value(one, "Student").empty()) {  // Canvas's own export
    who.id = roster_value(one, "ID");
  }
  who.sis_user = value_titled(one, {"sisuserid", "sisid"});
  who.sis_login = value_titled(one, {"sisloginid"});
  if (who.sis_login.empty()) {
    who.sis_login = value_titled(one, {"login", "loginid", "loginname", "username", "netid",
                                       "canvaslogin", "canvasusername", "unikey", "uid"});
  }
  return who;
}

std::string number_of(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// A number as Moodle writes it, "100.00" or "100,00"; nothing when it is none.
std::optional<double> moodle_number(std::string text) {
  std::replace(text.begin(), text.end(), ',', '.');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

/// The columns of Moodle's worksheet in the language it was exported in. Moodle takes it back with
/// its own titles alone.
struct worksheet {
  std::vector<std::string> titles;
  std::size_t identifier = 0;
  std::size_t grade = 0;
  std::optional<std::size_t> maximum;
  std::optional<std::size_t> feedback;
};

bool is_participant(const std::string& value) {  // "Participant 4711", "Teilnehmer/in4711"
  const std::size_t digits = value.find_last_not_of("0123456789") + 1;
  return digits > 0 && digits < value.size();
}

std::optional<std::size_t> column_titled(const std::vector<std::string>& titles,
                                         const names& wanted) {
  for (std::size_t i = 0; i < titles.size(); ++i) {
    if (wanted.count(comparable(titles[i])) != 0) {
      return i;
    }
  }
  return std::nullopt;
}

/// The worksheet that a student's row of the roster is of; nothing where it is of another table.
std::optional<worksheet> worksheet_of(const submission_summary& one) {
  worksheet found;
  for (const auto& [title, value] : one.roster) {
    found.titles.push_back(title);
  }
  const auto grade = column_titled(found.titles, {"grade", "bewertung", "note", "calificación",
                                                  "valutazione", "nota", "avaliação", "cijfer"});
  if (found.titles.size() < 5 || !grade || !is_participant(one.roster[0].second)) {
    return std::nullopt;
  }
  found.grade = *grade;
  found.maximum = column_titled(
      found.titles, {"maximumgrade", "bestwertung", "höchstebewertung", "notemaximale",
                     "calificaciónmáxima", "valutazionemassima", "notamáxima", "maximumcijfer"});
  found.feedback = column_titled(
      found.titles, {"feedbackcomments", "feedbackalskommentar", "commentairesdefeedback",
                     "feedbackparcommentaires", "comentariosderetroalimentación",
                     "comentariosdelaretroalimentación", "commentidifeedback", "feedbackcommenti"});
  return found;
}

/// What a class's worksheets look like: all of its students are in the same one.
std::optional<worksheet> find_worksheet(const class_summary& summary) {
  for (const submission_summary* one : summary.in_order()) {
    if (auto found = worksheet_of(*one)) {
      return found;
    }
  }
  return std::nullopt;
}

/// The most that Moodle takes for a student: a mark above it is left out of the import.
double most_of(const worksheet& sheet, const submission_summary& one, double class_max) {
  const auto most = sheet.maximum ? moodle_number(one.roster[*sheet.maximum].second) : std::nullopt;
  return most.value_or(0) > 0 ? *most : class_max;
}

/// Moodle's own worksheet again, with marks and feedback in their cells.
std::string fill_worksheet(const worksheet& sheet, const class_summary& summary) {
  csv_table table;
  const double class_max = summary.max_points();
  for (const std::string& title : sheet.titles) {
    table.cell(title);
  }
  table.end_row();
  for (const submission_summary* one : summary.in_order()) {
    const auto own = worksheet_of(*one);
    if (!own || own->titles != sheet.titles) {
      continue;  // not a student whom Moodle could find
    }
    const double most = most_of(sheet, *one, class_max);
    for (std::size_t i = 0; i < sheet.titles.size(); ++i) {
      if (i == sheet.grade) {
        table.cell(one->gradable
                       ? format_points(std::min(most, scaled_points(*one, class_max, most)))
                       : "");
      } else if (i == sheet.feedback) {
        table.cell(feedback_of(*one, class_max, most));
      } else {
        table.cell(one->roster[i].second);
      }
    }
    table.end_row();
  }
  return table.take();
}

/// Moodle's gradebook import takes no mark above 100, unless the site was set up otherwise.
constexpr double kMostInMoodle = 100;

double moodle_scale(double class_max) {
  return std::min(class_max, kMostInMoodle);
}

std::string id_number_of(const submission_summary& one) {
  return value_titled(one, {"idnumber", "useridnumber", "idnummer", "matrikelnummer"});
}

/// Which column Moodle can find most students by: it gives up at the first row without.
bool goes_by_email(const class_summary& summary) {
  std::ptrdiff_t emails = 0;
  for (const submission_summary* one : summary.in_order()) {
    emails += (one->email.empty() ? 0 : 1) - (id_number_of(*one).empty() ? 0 : 1);
  }
  return emails >= 0;
}

bool has_key(const submission_summary& one, bool email) {
  return !(email ? one.email : id_number_of(one)).empty();
}

}  // namespace

std::string to_canvas_csv(const class_summary& summary, std::string_view title) {
  csv_table table;
  const double most = summary.max_points();
  table.cells({"Student", "ID", "SIS User ID", "SIS Login ID", "Section", title}).end_row();
  table.cells({"    Points Possible", "", "", "", ""}).number(most).end_row();
  for (const submission_summary* one : summary.in_order()) {
    const std::string student = roster_value(*one, "Student");
    const canvas_identity who = identity_of(*one);
    table.cell(student.empty() ? one->name : student);
    table.cell(who.id).cell(who.sis_user).cell(who.sis_login);
    table.cell(roster_value(*one, "Section")).cell(grade_of(*one, most, most)).end_row();
  }
  return table.take();
}

std::string to_moodle_worksheet(const class_summary& summary) {
  if (const auto sheet = find_worksheet(summary)) {
    return fill_worksheet(*sheet, summary);
  }
  csv_table table;
  const double most = summary.max_points();
  table.cells({"Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade",
               "Grade can be changed", "Last modified (grade)", "Feedback comments"});
  table.end_row();
  for (const submission_summary* one : summary.in_order()) {
    const std::string grade =
        one->gradable ? format_points(std::min(most, scaled_points(*one, most, most))) : "";
    table.cell(roster_value(*one, "Identifier")).cell(one->name).cell(one->email);
    table.cell(roster_value(*one, "Status")).cell(grade).number(most);
    table.cell("Yes").cell(roster_value(*one, "Last modified (grade)"));
    table.cell(feedback_of(*one, most, most)).end_row();
  }
  return table.take();
}

std::string to_moodle_gradebook(const class_summary& summary) {
  csv_table table;
  const double most = summary.max_points();
  const double scale = moodle_scale(most);
  const bool email = goes_by_email(summary);
  table.cells({"useremail", "useridnumber", "grade", "feedback"}).end_row();
  for (const submission_summary* one : summary.in_order()) {
    if (!one->gradable || !has_key(*one, email)) {
      continue;  // an empty mark would take away the one that is there
    }
    table.cell(one->email).cell(id_number_of(*one));
    table.cell(format_points(std::min(kMostInMoodle, scaled_points(*one, most, scale))));
    table.cell(feedback_of(*one, most, scale)).end_row();
  }
  return table.take();
}

std::vector<std::string> about_canvas(const class_summary& summary) {
  std::vector<std::string> unknown;
  for (const submission_summary* one : summary.in_order()) {
    if (identity_of(*one).empty()) {
      unknown.push_back(one->name);
    }
  }
  if (unknown.empty()) {
    return {};
  }
  return {fmt::format(
      "canvas.csv: {} without ID, SIS User ID and SIS Login ID, so Canvas has to find them by "
      "name, "
      "or asks you: {}. Give `class` Canvas's own gradebook export as the roster, or one with a "
      "column \"login\", and run it again: nothing is graded twice",
      number_of(unknown.size(), "student"), list_of_names(unknown, kMostNames))};
}

std::vector<std::string> about_moodle_worksheet(const class_summary& summary) {
  std::vector<std::string> unknown;
  std::vector<std::string> cut;
  const auto sheet = find_worksheet(summary);
  const double class_max = summary.max_points();
  for (const submission_summary* one : summary.in_order()) {
    const auto own = worksheet_of(*one);
    if (sheet ? !own || own->titles != sheet->titles : roster_value(*one, "Identifier").empty()) {
      unknown.push_back(one->name);
    }
    const double most = sheet && own ? most_of(*sheet, *one, class_max) : class_max;
    if (one->gradable && scaled_points(*one, class_max, most) > most + 0.005) {
      cut.push_back(one->name);
    }
  }
  std::vector<std::string> warnings;
  if (!unknown.empty()) {
    warnings.push_back(fmt::format(
        "moodle_worksheet.csv: {} without Moodle's identifier (\"Participant 4711\"), whom Moodle "
        "passes over: {}. Give `class` the grading worksheet that Moodle exports as the roster",
        number_of(unknown.size(), "student"), list_of_names(unknown, kMostNames)));
  }
  if (!cut.empty()) {
    warnings.push_back(fmt::format(
        "moodle_worksheet.csv: {} with bonus points above the maximum, which Moodle does not take: "
        "{}. Their marks are the maximum",
        number_of(cut.size(), "student"), list_of_names(cut, kMostNames)));
  }
  return warnings;
}

std::vector<std::string> about_moodle_gradebook(const class_summary& summary) {
  const bool email = goes_by_email(summary);
  std::vector<std::string> unknown;
  std::vector<std::string> ungraded;
  for (const submission_summary* one : summary.in_order()) {
    if (!has_key(*one, email)) {
      unknown.push_back(one->name);
    } else if (!one->gradable) {
      ungraded.push_back(one->name);
    }
  }
  std::vector<std::string> warnings;
  if (!unknown.empty()) {
    warnings.push_back(fmt::format(
        "moodle_gradebook.csv: {} left out, since Moodle stops at a row without {}: {}",
        number_of(unknown.size(), "student"), email ? "an e-mail address" : "an ID number",
        list_of_names(unknown, kMostNames)));
  }
  if (!ungraded.empty()) {
    warnings.push_back(fmt::format(
        "moodle_gradebook.csv: {} left out, since an empty mark would take away the one that is "
        "there: {}",
        number_of(ungraded.size(), "student"), list_of_names(ungraded, kMostNames)));
  }
  if (const double most = summary.max_points(); most > kMostInMoodle) {
    warnings.push_back(fmt::format(
        "moodle_gradebook.csv: marks are out of {:g} instead of {}, since Moodle rejects a file "
        "with a mark above it",
        kMostInMoodle, format_points(most)));
  }
  return warnings;
}

}  // namespace kw::grader
