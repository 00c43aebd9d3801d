#pragma once

#include <string>

#include "grader/result.hpp"

namespace kw::grader {

/// The result model as JSON. Its keys are documented in `grader/README.md`; text that is not valid
/// UTF-8 has the bad bytes replaced.
std::string to_json(const report& report);

}  // namespace kw::grader
