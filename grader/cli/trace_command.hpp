#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace kw::grader {

/// Declares the verb `trace`; `chosen` becomes what it does when the command line names it.
void declare_trace(CLI::App& app, std::function<int()>& chosen);

}  // namespace kw::grader
