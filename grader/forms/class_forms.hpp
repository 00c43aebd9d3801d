#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/class/class_summary.hpp"

namespace kw::grader {

/// One cell of a CSV file: quoted where it must be. Text that a spreadsheet would run as a formula
/// gets an apostrophe in front; a plain number stays one.
std::string csv_cell(std::string_view text);

// Gradebooks. A submission that could not be graded changes nothing there: its cell is empty, or it
// has no row where an empty cell would delete a mark. The `about_` functions say what the platform
// will not take, a line each.

/// Canvas. Its columns ID, SIS User ID, SIS Login ID and Section come from the roster; a login from
/// any column that is called so, and the ID from Canvas's own export of submissions as well.
/// \param title of the assignment, as Canvas exports it: "Kernelwright (4711)"
std::string to_canvas_csv(const class_summary& summary, std::string_view title);
std::vector<std::string> about_canvas(const class_summary& summary);

/// Moodle's offline grading worksheet. Where the roster is the worksheet that Moodle exported, it
/// is that table again, in its language, with marks on the scale of its maximum grade.
std::string to_moodle_worksheet(const class_summary& summary);
std::vector<std::string> about_moodle_worksheet(const class_summary& summary);

/// Moodle's gradebook import: e-mail, ID number, grade, feedback. Marks are out of 100 where there
/// are more points, because Moodle rejects the whole file for one mark above.
std::string to_moodle_gradebook(const class_summary& summary);
std::vector<std::string> about_moodle_gradebook(const class_summary& summary);

/// A row for each submission: who, totals, and points of each check.
std::string to_csv(const class_summary& summary);

}  // namespace kw::grader
