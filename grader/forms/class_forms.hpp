#pragma once

#include <string>
#include <string_view>

#include "grader/class/class_summary.hpp"

namespace kw::grader {

/// One cell of a CSV file: quoted where it must be. Text that a spreadsheet would run as a formula
/// gets an apostrophe in front; a plain number stays one.
std::string csv_cell(std::string_view text);

// Gradebooks. A submission that could not be graded has an empty cell: importing it changes
// nothing.

/// Canvas. The roster's columns ID, SIS User ID, SIS Login ID and Section are taken over.
/// \param title of the assignment, as Canvas exports it: "Kernelwright (4711)"
std::string to_canvas_csv(const class_summary& summary, std::string_view title);

/// Moodle's offline grading worksheet. The roster's column Identifier is taken over.
std::string to_moodle_worksheet(const class_summary& summary);

/// Moodle's gradebook import: e-mail, ID number, grade, feedback.
std::string to_moodle_gradebook(const class_summary& summary);

/// A row for each submission: who, totals, and points of each check.
std::string to_csv(const class_summary& summary);

}  // namespace kw::grader
