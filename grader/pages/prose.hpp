#pragma once

#include <string>
#include <string_view>

#include "grader/model/result.hpp"
#include "grader/pages/html.hpp"

namespace kw::grader {

/// One line of text, with the parts between backquotes as code.
html inline_prose(std::string_view line);

/// A finding's paragraph: sentences as text, and the quoted source line as code. The place is left
/// out, because it is in the heading of a finding.
html finding_prose(const finding& found);

/// A command line on a line of its own, in which no word is broken at a hyphen.
html command_to_html(std::string_view command);

/// Who made a mistake: "VectorAdd, program (3)", from the beginning of a finding's message.
std::string finding_subject(const finding& found);

}  // namespace kw::grader
