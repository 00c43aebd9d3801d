#pragma once

#include <string>
#include <vector>

#include "grader/model/result.hpp"

namespace kw::grader {

/// A result that uses every part of the model. A hostile text appears wherever text can come from
/// outside: a roster, a program's output, a compiler, a lesson's author.
report make_sample_report(const std::string& text = "text");

/// A class: a submission whose speed was not scored, one that this machine could not grade, one
/// with hostile text, and Ann Lee's, whose roster has every column.
std::vector<report> make_sample_class();

/// The text that tries to break out of every form: markup, ANSI codes, control characters, invalid
/// UTF-8, a CDATA end, a spreadsheet's formula.
std::string hostile_text();

}  // namespace kw::grader
