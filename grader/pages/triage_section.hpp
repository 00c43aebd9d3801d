#pragma once

#include <optional>
#include <vector>

#include "grader/class/triage.hpp"
#include "grader/pages/page_template.hpp"

namespace kw::grader {

/// A submission's name with a link to its page, for templates/class_name.html.
values name_of(const submission_summary& one);

/// What templates/triage.html needs: who is worth a look and why; nothing if no one is.
std::optional<values> triage_values(const triage& found, const class_summary& summary);

/// What templates/findings.html needs: the commonest findings of each lesson.
/// \param names whether to say who has them
std::optional<values> findings_values(const triage& found, std::size_t submissions, bool names);

}  // namespace kw::grader
