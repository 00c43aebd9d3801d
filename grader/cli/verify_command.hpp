#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace kw::grader {

/// Declares the verb `verify`; `chosen` receives what to run when it was given.
void declare_verify(CLI::App& app, std::function<int()>& chosen);

}  // namespace kw::grader
