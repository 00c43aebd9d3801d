#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace kw::grader {

/// Declares the verb `doctor`; `chosen` receives what to run when it was given.
void declare_doctor(CLI::App& app, std::function<int()>& chosen);

}  // namespace kw::grader
