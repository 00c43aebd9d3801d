#pragma once

#include <string>

#include "grader/run/grade.hpp"

namespace kw::grader {

/// What `./course VERB TASK` prints, or why it could not be run.
std::string run_launcher(const grader& grader, const std::string& verb, const std::string& task);

}  // namespace kw::grader
