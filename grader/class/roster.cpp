#include "grader/class/roster.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "grader/class/hand_in_time.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kMostCells = 2'000'000;

char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
  const auto count = [&](char letter) { return std::count(first.begin(), first.end(), letter); };
  if (count('\t') > count(',') && count('\t') >= count(';')) {
    return '\t';
  }
  return count(';') > count(',') ? ';' : ',';
}

/// Reads one table, a character at a time.
class csv_reader {
 public:
  explicit csv_reader(std::string_view text) : text_(text), separator_(separator_of(text)) {}

  std::vector<std::vector<std::string>> read() {
    for (; at_ < text_.size(); ++at_) {
      const char letter = text_[at_];
      if (letter == '"' && cell_.empty() && !quoted_) {
        read_quoted();
      } else if (letter == separator_) {
        end_cell();
      } else if (letter == '\n' || letter == '\r') {
        end_row();
        at_ += letter == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n' ? 1 : 0;
        ++line_;
      } else {
        cell_ += letter;
      }
    }
    end_row();
    return std::move(rows_);
  }

 private:
  void read_quoted() {
    const int opened = line_;
    quoted_ = true;
    for (++at_; at_ < text_.size(); ++at_) {
      const char letter = text_[at_];
      line_ += letter == '\n' ? 1 : 0;
      if (letter != '"') {
        cell_ += letter;
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        cell_ += letter;
        ++at_;
      } else {
        return;
      }
    }
    throw usage_error(
        fmt::format("line {}: a quotation mark is opened there and never closed", opened));
  }

  void end_cell() {
    if (++cells_ > kMostCells) {
      throw usage_error(fmt::format("the table has more than {} cells", kMostCells));
    }
    row_.push_back(std::move(cell_));
    cell_.clear();
    quoted_ = false;
  }

  void end_row() {
    const bool blank = row_.empty() && cell_.empty() && !quoted_;
    end_cell();
    if (!blank) {
      rows_.push_back(std::move(row_));
    }
    row_.clear();
  }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::size_t cells_ = 0;
  bool quoted_ = false;
  std::string cell_;
  std::vector<std::string> row_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace

std::vector<std::vector<std::string>> parse_csv(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.substr(0, kMark.size()) == kMark) {
    text.remove_prefix(kMark.size());
  }
  return csv_reader(text).read();
}

std::string comparable(std::string_view name) {
  std::string result;
  for (const char letter : name) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte >= 0x80 || std::isalnum(byte) != 0) {
      result += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    }
  }
  return result;
}

roster roster::parse(std::string_view text) {
  roster result;
  result.rows_ = parse_csv(text);
  if (result.rows_.empty()) {
    throw usage_error("the roster is empty: its first line must name the columns");
  }
  result.titles_ = std::move(result.rows_.front());
  result.rows_.erase(result.rows_.begin());
  for (std::vector<std::string>& row : result.rows_) {
    row.resize(result.titles_.size());
  }
  // Canvas puts the points possible under the titles.
  const auto is_student = [](const std::vector<std::string>& row) {
    return std::any_of(row.begin(), row.end(),
                       [](const std::string& cell) { return !comparable(cell).empty(); }) &&
           comparable(row.front()) != "pointspossible";
  };
  result.rows_.erase(std::stable_partition(result.rows_.begin(), result.rows_.end(), is_student),
                     result.rows_.end());
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
      const std::string title = comparable(titles_[i]);
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

std::string roster::account(std::size_t row) const {
  for (std::size_t i = 0; i < titles_.size(); ++i) {
    if (comparable(titles_[i]).find("github") != std::string::npos) {
      return rows_.at(row)[i];
    }
  }
  return {};
}

std::set<std::string> roster::names_of(std::size_t row) const {
  const std::string given = value(row, "name");
  const std::size_t comma = given.find(',');
  const std::size_t space = given.rfind(' ');
  const std::string by_family =
      comma != std::string::npos   ? given.substr(comma) + given.substr(0, comma)
      : space != std::string::npos ? given.substr(space) + given.substr(0, space)
                                   : given;
  const std::string first = value(row, "firstname");
  const std::string last = value(row, "lastname");
  std::set<std::string> names = {comparable(first + last), comparable(last + first),
                                 comparable(by_family)};
  for (const std::string& cell : rows_[row]) {
    names.insert(comparable(cell));
    names.insert(comparable(cell.substr(0, cell.find('@'))));
  }
  names.erase("");
  return names;
}

/// GitHub's accounts differ by more than capitals, and a "-" in them counts.
static std::string in_lower_case(std::string account) {
  std::transform(account.begin(), account.end(), account.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return account;
}

void roster::index() {
  for (std::size_t row = 0; row < size(); ++row) {
    for (const std::string& name : names_of(row)) {
      const auto [place, is_new] = by_name_.emplace(name, row);
      place->second = is_new ? row : size();
    }
    if (has_account(row)) {
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
  const std::string first = value(row, "firstname");
  const std::string last = value(row, "lastname");
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
    const std::string time =
        who.submitted.empty() && is_time_title(title) ? utc_moment(value) : std::string();
    if (!time.empty()) {
      who.submitted = time;
      who.time_source = fmt::format("the roster's column \"{}\"", title);
    }
  }
}

}  // namespace kw::grader
