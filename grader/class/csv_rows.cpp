#include "grader/class/csv_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "grader/class/text_forms.hpp"
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
  csv_reader(std::string_view text, char separator, int first_line)
      : text_(text), separator_(separator), line_(first_line), row_line_(first_line) {}

  std::vector<csv_row> read() {
    for (; at_ < text_.size(); ++at_) {
      const char letter = text_[at_];
      if (letter == '"' && cell_.empty() && !quoted_) {
        read_quoted();
      } else if (letter == separator_) {
        end_cell();
      } else if (letter == '\n' || letter == '\r') {
        end_row();
        at_ += letter == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n' ? 1 : 0;
        row_line_ = ++line_;
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
    row_.cells.push_back(std::move(cell_));
    cell_.clear();
    quoted_ = false;
  }

  void end_row() {
    const bool blank = row_.cells.empty() && cell_.empty() && !quoted_;
    end_cell();
    row_.line = row_line_;
    if (!blank) {
      rows_.push_back(std::move(row_));
    }
    row_.cells.clear();
  }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  int line_;
  int row_line_;  ///< where the row began: a quoted cell may go over several lines
  std::size_t cells_ = 0;
  bool quoted_ = false;
  std::string cell_;
  csv_row row_;
  std::vector<csv_row> rows_;
};

}  // namespace

std::vector<csv_row> read_rows(std::string_view text) {
  constexpr std::string_view kSeparatorLine = "sep=";
  const std::size_t zero = text.find('\0');
  if (zero != std::string_view::npos) {
    throw usage_error(fmt::format(
        "line {}: there is a zero byte: is this a table, saved as CSV?",
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n')));
  }
  // Spreadsheets of some countries say in a line of its own what separates the cells.
  const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
  if (first.size() == kSeparatorLine.size() + 1 &&
      first.substr(0, kSeparatorLine.size()) == kSeparatorLine) {
    const std::size_t end = text.find('\n');
    return csv_reader(end == std::string_view::npos ? "" : text.substr(end + 1), first.back(), 2)
        .read();
  }
  return csv_reader(text, separator_of(text), 1).read();
}

std::vector<std::vector<std::string>> parse_csv(std::string_view bytes) {
  std::vector<std::vector<std::string>> rows;
  for (csv_row& row : read_rows(to_utf8(bytes))) {
    rows.push_back(std::move(row.cells));
  }
  return rows;
}

}  // namespace kw::grader
