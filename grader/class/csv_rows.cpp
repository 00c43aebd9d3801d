#include "grader/class/csv_rows.hpp"

#include <algorithm>
#include <utility>

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

/// \param line the number of the first line
std::vector<csv_row> rows_of(std::string_view text, char separator, int line) {
  std::vector<csv_row> rows;
  csv_row row = {line, {}};
  std::string cell;
  std::size_t cells = 0;
  bool inside = false, quoted = false;  // quotation marks now, and somewhere in the cell
  int opened = 0;                       // in which line
  const auto end_cell = [&] {
    if (++cells > kMostCells) {
      throw usage_error(fmt::format("the table has more than {} cells", kMostCells));
    }
    row.cells.push_back(std::exchange(cell, ""));
    quoted = false;
  };
  const auto end_row = [&] {
    const bool blank = row.cells.empty() && cell.empty() && !quoted;
    end_cell();
    if (!blank) {
      rows.push_back(std::move(row));
    }
    row = {++line, {}};
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (inside) {
      line += letter == '\n' ? 1 : 0;  // a quoted cell may go over several lines
      inside = letter != '"' || next == '"';
      cell += inside ? std::string(1, letter) : "";
      at += letter == '"' && inside ? 1 : 0;
    } else if (letter == '"' && cell.empty() && !quoted) {
      inside = quoted = true;
      opened = line;
    } else if (letter == separator) {
      end_cell();
    } else if (letter == '\n' || letter == '\r') {
      at += letter == '\r' && next == '\n' ? 1 : 0;
      end_row();
    } else {
      cell += letter;
    }
  }
  if (inside) {
    throw usage_error(
        fmt::format("line {}: a quotation mark is opened there and never closed", opened));
  }
  end_row();
  return rows;
}

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
  if (first.size() == kSeparatorLine.size() + 1 && first.starts_with(kSeparatorLine)) {
    const std::size_t end = text.find('\n');
    return rows_of(end == std::string_view::npos ? "" : text.substr(end + 1), first.back(), 2);
  }
  return rows_of(text, separator_of(text), 1);
}

std::vector<std::vector<std::string>> parse_csv(std::string_view bytes) {
  std::vector<std::vector<std::string>> rows;
  for (csv_row& row : read_rows(to_utf8(bytes))) {
    rows.push_back(std::move(row.cells));
  }
  return rows;
}

}  // namespace kw::grader
