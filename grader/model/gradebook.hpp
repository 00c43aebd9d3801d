#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// A column of a gradebook. Its cell is the first of these that there is for a student: what the
/// roster has in a column of `titled`, in `roster`, the `value`, the `text`.
struct gradebook_column {
  std::string title;                ///< "{title}" is the assignment's name.
  std::vector<std::string> titled;  ///< Titles, of which letters and digits are compared.
  std::string roster;               ///< A title as it is written,
  std::string beside;               ///< of a roster that has something in this column as well.
  std::string value;                ///< A word of `gradebook::kValues`.
  std::string text;
  std::string key;  ///< What a platform finds students by, in words; empty for other columns.
};

/// A gradebook as a platform imports it: a table with a row for each student. Those of platforms
/// are in forms/platforms/gradebooks.toml, and a policy file may have others.
struct gradebook {
  static constexpr std::string_view kValues[] = {"name", "email",   "id",      "submitted",
                                                 "mark", "maximum", "feedback"};

  std::string name;   ///< "moodle-gradebook", which is in moodle_gradebook.csv.
  std::string title;  ///< What it is, for the help text.
  std::vector<gradebook_column> columns;
  std::vector<std::string> below_titles;  ///< A second row, in which "{maximum}" is a number.
  std::optional<double> highest_mark;     ///< Where there are more points, marks are out of this.
  bool ends_at_maximum = false;           ///< Whether bonus points end there.
  /// Whether the platform goes by one column alone, and stops at a row where that is empty.
  bool needs_key = false;
  bool needs_mark = false;  ///< Whether an empty mark would take away the one that is there.

  /// The platform's own table, in any language: a roster that has these columns is filled in.
  struct own_table {
    std::vector<std::string> mark, maximum, feedback;
  };
  std::optional<own_table> filled;

  /// What to tell an instructor about students ({students}, {names}) whom the platform will not
  /// find ({key}), who have no mark, whose mark is cut, and about marks out of {highest}.
  std::string about_no_key, about_no_mark, about_cut, about_highest;

  std::string file() const;
};

/// Reads [[gradebook]] tables. Throws `usage_error` with every problem.
std::vector<gradebook> read_gradebooks(std::string_view text);

}  // namespace kw::grader
