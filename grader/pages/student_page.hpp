#pragma once

#include <string>

#include "grader/model/result.hpp"

namespace kw::grader {

/// One submission's result as one HTML page that needs nothing else, no network above all. A page
/// with benchmarks has a script that draws them, and says all without it. It shows all that the
/// result holds: `reveal` first what may be shown.
std::string to_html(const report& report);

}  // namespace kw::grader
