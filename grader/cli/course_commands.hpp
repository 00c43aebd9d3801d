#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace kw::grader {

/// Declares the verbs `doctor` and `new-lesson`; `chosen` receives what to run when one was given.
void declare_doctor(CLI::App& app, std::function<int()>& chosen);
void declare_new_lesson(CLI::App& app, std::function<int()>& chosen);

}  // namespace kw::grader
