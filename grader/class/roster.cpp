#include "grader/class/roster.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
#include "grader/class/csv_rows.hpp"
#include "grader/class/hand_in_time.hpp"
#include "grader/class/layouts.hpp"
#include "grader/class/roster_lines.hpp"
#include "grader/class/text_forms.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

bool says_something(const std::string& cell) {
  return !comparable(cell).empty();
}

std::string first_text(const std::vector<std::string>& cells) {
  const auto first = std::find_if(cells.begin(), cells.end(), says_something);
  return first == cells.end() ? std::string() : *first;
}

bool is_part_of_name(title_kind kind) {
  return kind == title_kind::first_name || kind == title_kind::last_name;
}

bool has_only_digits(std::string_view plain) {
  return !plain.empty() && plain.find_first_not_of("0123456789") == std::string_view::npos;
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
    result.kinds_.push_back(kind_of_title(result.plain_titles_.back()));
  }
  const auto titled = std::count_if(result.plain_titles_.begin(), result.plain_titles_.end(),
                                    [](const std::string& title) { return !title.empty(); });
  if (titled < 2 && result.titles_.size() > 1) {
    throw usage_error(
        "line 1 must name the columns, and it names only one of them. Is there a heading above?");
  }
  const line_filter filter(result.titles_, result.plain_titles_);
  result.find_account_column();
  result.put_newest_first(lines);
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
    if (result.has_submissions_ &&
        !known.insert(in_lower_case(line.cells[result.account_])).second) {
      continue;
    }
    const std::string reason = filter.reason(line.cells);
    if (reason.empty()) {
      result.add(std::move(line.cells), line.line);
    } else {
      result.notes_.push_back(fmt::format("line {} of the roster is not a student ({})", line.line,
                                          base::plain_line(reason)));
    }
  }
  result.index();
  return result;
}

void roster::add(std::vector<std::string> cells, int line) {
  // Who takes two sections of a course may be in two lines. A name alone says too little.
  std::string who;
  std::size_t said = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (kinds_[i] == title_kind::who || is_part_of_name(kinds_[i])) {
      said += says_something(cells[i]) ? 1 : 0;
      who += comparable(cells[i]) + "\n";
    }
  }
  const auto [known, is_new] = known_.emplace(who, std::pair(rows_.size(), line));
  const bool same = !is_new && said > 1;
  const std::size_t row = same ? known->second.first : rows_.size();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string name = plain_titles_[i] == "submissionid" && !cells[i].empty()
                                 ? "submission" + comparable(cells[i])
                                 : comparable(cells[i]);
    if (kinds_[i] == title_kind::group && !name.empty() && !has_only_digits(name)) {
      by_group_[name].insert(row);
    }
  }
  if (same) {
    notes_.push_back(
        fmt::format("line {} of the roster repeats line {}", line, known->second.second));
  } else {
    rows_.push_back(std::move(cells));
  }
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
      const bool login = title.find("username") != std::string::npos ||
                         kinds_[i] == title_kind::group || kinds_[i] == title_kind::somebody;
      const bool hit =
          whole ? title == part_of_title : title.find(part_of_title) != std::string::npos && !login;
      if (hit && !rows_.at(row)[i].empty()) {
        return rows_[row][i];
      }
    }
  }
  return {};
}

std::string roster::value(std::size_t row, title_kind kind) const {
  for (std::size_t i = 0; i < titles_.size(); ++i) {
    if (kinds_[i] == kind && !rows_.at(row)[i].empty()) {
      return rows_[row][i];
    }
  }
  return {};
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

void roster::put_newest_first(std::vector<csv_row>& lines) const {
  const auto column = static_cast<std::size_t>(
      std::find(titles_.begin(), titles_.end(), "datetime") - titles_.begin());
  const auto time = [&](const csv_row& line) {
    return column < line.cells.size() ? utc_moment(line.cells[column]) : std::string();
  };
  if (has_submissions_) {
    std::stable_sort(lines.begin(), lines.end(),
                     [&](const csv_row& a, const csv_row& b) { return time(a) > time(b); });
  }
}

std::string roster::account(std::size_t row) const {
  return account_ < titles_.size() ? rows_.at(row)[account_] : std::string();
}

std::vector<std::string> roster::names_of(std::size_t row, bool sure) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < titles_.size(); ++i) {
    const std::string& cell = rows_[row][i];
    const bool unsure = is_part_of_name(kinds_[i]) ||
                        (kinds_[i] == title_kind::other && !has_only_digits(comparable(cell)));
    if (sure ? kinds_[i] == title_kind::who : unsure) {
      names.push_back(cell);
      names.push_back(cell.substr(0, cell.find('@')));
    }
  }
  if (!sure) {
    return names;
  }
  const std::string given = value(row, "name");
  const std::size_t comma = given.find(',');
  const std::size_t space = given.rfind(' ');
  const std::size_t cut = comma != std::string::npos ? comma : space;
  if (cut != std::string::npos) {
    names.push_back(given.substr(cut) + given.substr(0, cut));
  }
  const std::string first = value(row, title_kind::first_name);
  const std::string last = value(row, title_kind::last_name);
  names.push_back(first + last);
  names.push_back(last + first);
  return names;
}

void roster::index() {
  const auto enter = [&](std::unordered_map<std::string, std::size_t>& names,
                         const std::string& name, std::size_t row) {
    const auto [place, is_new] = names.emplace(name, row);
    place->second = is_new || place->second == row ? row : size();
  };
  for (std::size_t row = 0; row < size(); ++row) {
    for (const bool sure : {true, false}) {
      for (const std::string& name : names_of(row, sure)) {
        if (says_something(name)) {
          enter(sure ? by_name_ : by_unsure_name_, comparable(name), row);
          enter(by_plain_name_, without_accents(name), row);
        }
      }
    }
    if (has_account(row)) {
      // Accounts differ by more than capitals, and a "-" in them counts.
      by_account_.emplace(in_lower_case(account(row)), row);
    }
  }
  index_participants();
}

// Moodle's first column has "Participant 4711", in the language of the site.
void roster::index_participants() {
  std::string word;
  for (std::size_t row = 0; row < size(); ++row) {
    const std::string cell = comparable(rows_[row].front());
    const std::string own = cell.substr(0, cell.find_last_not_of("0123456789") + 1);
    if (own.empty() || own == cell || (row > 0 && own != word)) {
      return;
    }
    word = own;
  }
  for (std::size_t row = 0; row < size() && kinds_.front() != title_kind::group; ++row) {
    by_name_.emplace("participant" + comparable(rows_[row].front()).substr(word.size()), row);
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

std::vector<std::size_t> roster::find_each(const std::vector<std::string>& names) const {
  std::vector<std::size_t> found;
  const auto look = [&](const std::unordered_map<std::string, std::size_t>& rows,
                        const std::string& name) {
    const auto one = rows.find(name);
    if (one != rows.end() && one->second < size() &&
        std::find(found.begin(), found.end(), one->second) == found.end()) {
      found.push_back(one->second);
    }
  };
  for (const std::string& name : names) {
    look(by_name_, comparable(name));
  }
  for (std::size_t i = 0; i < names.size() && found.empty(); ++i) {
    look(by_unsure_name_, comparable(names[i]));
  }
  for (std::size_t i = 0; i < names.size() && found.empty(); ++i) {
    look(by_plain_name_, without_accents(names[i]));
  }
  return found;
}

// The surest name first: a later one only counts when the earlier ones say nothing.
std::size_t roster::find(const std::vector<std::string>& names) const {
  const std::vector<std::size_t> found = find_each(names);
  return found.empty() ? size() : found.front();
}

std::vector<std::size_t> roster::find_group(const std::vector<std::string>& names) const {
  for (const std::string& name : names) {
    if (const auto found = by_group_.find(comparable(name)); found != by_group_.end()) {
      return {found->second.begin(), found->second.end()};
    }
  }
  return {};
}

void roster::describe(std::size_t row, submission& who) const {
  const std::string before = who.name;
  const std::string first = value(row, title_kind::first_name);
  const std::string last = value(row, title_kind::last_name);
  const std::string student = value(row, "student");
  const std::string whole = value(row, "name");
  const std::string name =
      !first.empty() && !last.empty() ? first + " " + last
      : !student.empty() && comparable(student).find_first_not_of("0123456789") != std::string::npos
          ? student
          : whole;
  who.name = name.empty() ? value(row, "identifier") : name;
  who.name = !who.name.empty() ? who.name : before.empty() ? first_text(rows_[row]) : before;
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
