#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace kw::grader {

/// The verbs on stored results, `report` and `explain`. `chosen` becomes what the user asked for.
void declare_report(CLI::App& app, std::function<int()>& chosen);

}  // namespace kw::grader
