// The verbs that have a file of their own.
#pragma once

#include <filesystem>
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

/// Declares --source-dir and --build-dir.
void add_folders(CLI::App& verb, std::filesystem::path& root, std::filesystem::path& build_folder);

/// Runs what a verb of the program does, and says on the standard error what went wrong, if
/// anything did. \returns the program's exit code
int run_verb(const std::function<int()>& verb);

}  // namespace kw::grader
