#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "grader/result.hpp"

namespace kw::grader {

/// Finds, in the output of g++, clang++, nvcc or a linker, what the learner must read: the first
/// error, told at the learner's own line.
///
/// An error raised inside a library header is traced back through "required from here", "in
/// instantiation of", "detected during" and "included from" to the line of `kernel_file` that
/// caused it. Nothing is returned when no error has to do with that file: then the course or the
/// machine is at fault, not the submission.
///
/// \param output what the build printed
/// \param root the course's root folder; files are told relative to it
/// \param kernel_file the learner's file, relative to `root`
std::optional<compile_error> extract_compile_error(std::string_view output,
                                                   const std::filesystem::path& root,
                                                   const std::filesystem::path& kernel_file);

}  // namespace kw::grader
