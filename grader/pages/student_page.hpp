#pragma once

#include <string>

#include "grader/model/history.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// One submission's result as one HTML page that needs nothing else, no network above all. It
/// shows all that the result holds: `reveal` first what may be shown. \param history a learner's
/// own runs
std::string to_html(const report& report, const run_history& history = {});

}  // namespace kw::grader
