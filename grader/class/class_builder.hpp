#pragma once

#include <filesystem>
#include <vector>

#include "grader/class/submissions.hpp"

namespace kw::grader {

/// Puts files and students together. \param source the folder of the class, whose empty folders
/// count as well
class_input build_class(const std::filesystem::path& source, const roster& roster,
                        std::vector<submitted_file> files);

}  // namespace kw::grader
