#include "grader/class/roster.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
#include "grader/class/csv_rows.hpp"
#include "grader/class/hand_in_time.hpp"
#include "grader/class/layouts.hpp"
#include "grader/class/text_forms.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

/// What a teacher's role begins with in the words of Classroom 50, Canvas and Moodle.
bool is_role_of_staff(std::string_view role) {
  constexpr std::string_view kStaff[] = {
      "teach", "instruct", "profes", "lectur", "assist", "tutor",   "grader",  "owner", "admin",
      "staff", "manager",  "observ", "design", "dozent", "trainer", "enseign", "docent"};
  const std::string plain = comparable(role);
  return plain == "ta" || plain == "hta" ||
         std::any_of(std::begin(kStaff), std::end(kStaff),
                     [&](auto staff) { return plain.rfind(staff, 0) == 0; });
}

/// Tells the lines of students from the others: a teacher's, and those that Canvas writes between
/// the students of its gradebook. Its first ones have points and settings, and no ID; the last one
/// is a student for a teacher's own tests.
class line_filter {
 public:
  /// \param plain the titles, as `comparable` writes them
  line_filter(const std::vector<std::string>& titles, const std::vector<std::string>& plain)
      : titles_(titles), role_(place_of(plain, {"role", "roles", "rolle", "rollen"})) {
    const bool of_canvas =
        place_of(plain, {"student"}) < plain.size() && place_of(plain, {"section"}) < plain.size();
    canvas_id_ = of_canvas ? place_of(titles, {"ID"}) : titles.size();
  }

  /// Why a line is passed over; empty if it is a student's.
  std::string reason(const std::vector<std::string>& cells) const {
    constexpr std::string_view kOfCanvas[] = {"pointspossible", "manualposting", "studenttest",
                                              "teststudent"};
    const bool of_canvas = std::any_of(cells.begin(), cells.end(), [&](const std::string& cell) {
      return std::count(std::begin(kOfCanvas), std::end(kOfCanvas), comparable(cell)) > 0;
    });
    if (of_canvas || (canvas_id_ < cells.size() && cells[canvas_id_].empty())) {
      return "Canvas's own line";
    }
    if (role_ < cells.size() && is_role_of_staff(cells[role_])) {
      return fmt::format("{}: {}", titles_[role_], cells[role_]);
    }
    return {};
  }

 private:
  /// The first title that is one of these; the number of titles where there is none.
  static std::size_t place_of(const std::vector<std::string>& titles,
                              std::initializer_list<std::string_view> wanted) {
    const auto found =
        std::find_first_of(titles.begin(), titles.end(), wanted.begin(), wanted.end());
    return static_cast<std::size_t>(found - titles.begin());
  }

  const std::vector<std::string>& titles_;
  std::size_t role_;
  std::size_t canvas_id_;
};

bool says_something(const std::string& cell) {
  return !comparable(cell).empty();
}

}  // namespace

roster roster::parse(std::string_view bytes) {
  roster result;
  std::string encoding;
  std::vector<csv_row> lines = read_rows(to_utf8(bytes, &encoding));
  if (lines.empty()) {
    throw usage_error("the roster is empty: its first line must name the columns");
  }
  if (!encoding.empty()) {
    result.notes_.push_back(
        fmt::format("the roster was read as {}, since it is not UTF-8", encoding));
  }
  result.titles_ = std::move(lines.front().cells);
  lines.erase(lines.begin());
  for (const std::string& title : result.titles_) {
    result.plain_titles_.push_back(comparable(title));
  }
  const line_filter filter(result.titles_, result.plain_titles_);
  result.find_account_column();
  std::set<std::string> known;  // who is in Classroom 50's scores.csv
  for (csv_row& line : lines) {
    const auto more = std::find_if(
        line.cells.begin() +
            static_cast<std::ptrdiff_t>(std::min(line.cells.size(), result.titles_.size())),
        line.cells.end(), says_something);
    if (more != line.cells.end()) {
      throw usage_error(
          fmt::format("line {}: it has {} cells, and the first line names {} columns. A name with "
                      "a comma must be in quotation marks",
                      line.line, line.cells.size(), result.titles_.size()));
    }
    line.cells.resize(result.titles_.size());
    if (std::none_of(line.cells.begin(), line.cells.end(), says_something)) {
      continue;
    }
    // Of a student's submissions, the newest comes first.
    if (result.has_submissions_ &&
        !known.insert(in_lower_case(line.cells[result.account_])).second) {
      continue;
    }
    const std::string reason = filter.reason(line.cells);
    if (reason.empty()) {
      result.rows_.push_back(std::move(line.cells));
    } else {
      result.notes_.push_back(fmt::format("line {} of the roster is not a student ({})", line.line,
                                          base::plain_line(reason)));
    }
  }
  result.index();
  return result;
}

std::vector<std::pair<std::string, std::string>> roster::columns(std::size_t row) const {
  std::vector<std::pair<std::string, std::string>> result;
  for (std::size_t i = 0; i < titles_.size(); ++i) {
    result.emplace_back(titles_[i], rows_.at(row)[i]);
  }
  return result;
}

std::string roster::value(std::size_t row, std::string_view part_of_title) const {
  for (const bool whole : {true, false}) {
    for (std::size_t i = 0; i < titles_.size(); ++i) {
      const std::string& title = plain_titles_[i];
      const bool login = title.find("username") != std::string::npos;
      const bool hit =
          whole ? title == part_of_title : title.find(part_of_title) != std::string::npos && !login;
      if (hit && !rows_.at(row)[i].empty()) {
        return rows_[row][i];
      }
    }
  }
  return {};
}

std::string roster::value_of(std::size_t row, std::string_view part_of_title,
                             std::initializer_list<std::string_view> titles) const {
  const std::string found = value(row, part_of_title);
  if (!found.empty()) {
    return found;
  }
  for (std::size_t i = 0; i < titles_.size(); ++i) {
    const bool wanted = std::count(titles.begin(), titles.end(), plain_titles_[i]) > 0;
    if (wanted && !rows_.at(row)[i].empty()) {
      return rows_[row][i];
    }
  }
  return {};
}

// Moodle's titles in English, German, French, Spanish, Italian, Portuguese and Dutch.
std::string roster::first_name(std::size_t row) const {
  return value_of(row, "firstname",
                  {"givenname", "vorname", "prénom", "nombre", "nome", "voornaam"});
}

std::string roster::last_name(std::size_t row) const {
  return value_of(row, "lastname",
                  {"surname", "familyname", "nachname", "nom", "nomdefamille", "apellido",
                   "apellidos", "cognome", "apelido", "apelidos", "sobrenome", "achternaam"});
}

// GitHub Classroom calls it "github_username", and has the account's number in "github_id".
// Classroom 50 has the same number, and the account in "username".
void roster::find_account_column() {
  constexpr std::string_view kNumber = "github_id";
  const auto column = [&](std::string_view title) {
    return static_cast<std::size_t>(std::find(titles_.begin(), titles_.end(), title) -
                                    titles_.begin());
  };
  const std::size_t username = column("username");
  has_submissions_ = username < titles_.size() && column("submission_tag") < titles_.size();
  const bool of_classroom50 = has_submissions_ || column(kNumber) < titles_.size();
  account_ = of_classroom50 && username < titles_.size() ? username : column(kNumber);
  for (std::size_t i = titles_.size(); i-- > 0;) {
    if (plain_titles_[i].find("github") != std::string::npos && titles_[i] != kNumber) {
      account_ = i;  // the first one counts
    }
  }
}

std::string roster::account(std::size_t row) const {
  return account_ < titles_.size() ? rows_.at(row)[account_] : std::string();
}

std::set<std::string> roster::names_of(std::size_t row) const {
  const std::string given = value(row, "name");
  const std::size_t comma = given.find(',');
  const std::size_t space = given.rfind(' ');
  const std::string by_family =
      comma != std::string::npos   ? given.substr(comma) + given.substr(0, comma)
      : space != std::string::npos ? given.substr(space) + given.substr(0, space)
                                   : given;
  const std::string first = first_name(row);
  const std::string last = last_name(row);
  std::set<std::string> names = {comparable(first + last), comparable(last + first),
                                 comparable(by_family)};
  for (const std::string& cell : rows_[row]) {
    names.insert(comparable(cell));
    names.insert(comparable(cell.substr(0, cell.find('@'))));
  }
  names.erase("");
  return names;
}

void roster::index() {
  for (std::size_t row = 0; row < size(); ++row) {
    for (const std::string& name : names_of(row)) {
      const auto [place, is_new] = by_name_.emplace(name, row);
      place->second = is_new ? row : size();
    }
    if (has_account(row)) {
      // Accounts differ by more than capitals, and a "-" in them counts.
      by_account_.emplace(in_lower_case(account(row)), row);
    }
  }
}

std::size_t roster::find_account(const std::vector<std::string>& names) const {
  for (const std::string& name : names) {
    if (const auto found = by_account_.find(in_lower_case(name)); found != by_account_.end()) {
      return found->second;
    }
  }
  return size();
}

std::size_t roster::find(const std::vector<std::string>& names) const {
  // The surest name first: a later one is only looked at when the earlier ones say nothing.
  for (const std::string& name : names) {
    const auto found = by_name_.find(comparable(name));
    if (found != by_name_.end() && found->second < size()) {
      return found->second;
    }
  }
  return size();
}

void roster::describe(std::size_t row, submission& who) const {
  const std::string first = first_name(row);
  const std::string last = last_name(row);
  const std::string student = value(row, "student");
  const std::string whole = value(row, "name");
  const std::string name =
      !first.empty() && !last.empty() ? first + " " + last
      : !student.empty() && comparable(student).find_first_not_of("0123456789") != std::string::npos
          ? student
          : whole;
  who.name = name.empty() ? who.name : name;
  const std::string email = value(row, "mail");
  who.email = email.empty() ? who.email : email;
  who.roster = columns(row);
  for (const auto& [title, value] : who.roster) {
    const bool recorded = has_submissions_ && title == "datetime";
    const std::string time = who.submitted.empty() && (recorded || is_time_title(title))
                                 ? utc_moment(value)
                                 : std::string();
    if (!time.empty()) {
      who.submitted = time;
      who.time_source = recorded ? std::string(kClassroom50Scores)
                                 : fmt::format("the roster's column \"{}\"", title);
    }
  }
}

}  // namespace kw::grader
