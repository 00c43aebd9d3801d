#pragma once

#include <optional>

#include "grader/model/history.hpp"
#include "grader/pages/page_template.hpp"

namespace kw::grader {

/// How points and speeds went from run to run, as plots and as a table. Nothing for fewer than two
/// runs, which show no way.
std::optional<values> history_values(const run_history& runs);

}  // namespace kw::grader
