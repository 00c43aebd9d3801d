#pragma once

#include <functional>

#include "grader/cli/make_forms.hpp"

namespace CLI {
class App;
}

namespace kw::grader {

/// Makes forms, and prints which, and what is wrong with them. \returns the exit code
int make_and_tell(const forms_request& request);

/// The verbs on stored results, `report` and `explain`. `chosen` becomes what the user asked for.
void declare_report(CLI::App& app, std::function<int()>& chosen);

}  // namespace kw::grader
