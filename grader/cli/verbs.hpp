// The verbs that have a file of their own.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace kw::grader {

/// Each declares a verb, or two; `chosen` becomes what to run when the command line names it.
void declare_class(CLI::App& app, std::function<int()>& chosen);
void declare_doctor(CLI::App& app, std::function<int()>& chosen);
/// Those on stored results, `report` and `explain`.
void declare_report(CLI::App& app, std::function<int()>& chosen);
void declare_trace(CLI::App& app, std::function<int()>& chosen);

/// Runs what a verb of the program does, and says on the standard error what went wrong, if
/// anything did. \returns the program's exit code
int run_verb(const std::function<int()>& verb);

}  // namespace kw::grader
