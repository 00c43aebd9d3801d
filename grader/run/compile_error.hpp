#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "grader/model/result.hpp"

namespace kw::grader {

/// What explain::explain finds in the output of g++, clang++, nvcc or a linker, for the result
/// model. Nothing when no error has to do with `kernel_file`: then the course or the machine is at
/// fault.
std::optional<compile_error> extract_compile_error(std::string_view output,
                                                   const std::filesystem::path& root,
                                                   const std::filesystem::path& kernel_file);

}  // namespace kw::grader
