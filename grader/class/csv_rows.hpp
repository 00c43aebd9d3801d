#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// A row of a table, and the line that it begins in.
struct csv_row {
  int line = 0;
  std::vector<std::string> cells;
};

/// The rows of a table in UTF-8, as `parse_csv` reads them.
std::vector<csv_row> read_rows(std::string_view text);

/// Rows of comma-separated values (RFC 4180), in any encoding that `to_utf8` knows. Line ends may
/// be of any kind; a first line "sep=;", and one with more semicolons or tabs than commas, is taken
/// at its word. Throws `usage_error`, with the line, for a quotation mark that is never closed and
/// for zero bytes.
std::vector<std::vector<std::string>> parse_csv(std::string_view bytes);

}  // namespace kw::grader
