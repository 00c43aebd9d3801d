#pragma once

#include <filesystem>
#include <string>

#include "grader/model/result.hpp"
#include "grader/run/build_folder.hpp"

namespace kw::grader {

/// Sees to it that the judges have an instructor's own tests, which are in a folder outside of the
/// clone: `03_masking/tests/2_masked_add.cpp` for task 2 of lesson 03. Configures the build folder
/// again where it has another folder. \param folder empty keeps what is configured; "none" is none
/// \returns the folder in use; empty for none. Throws `usage_error` for a folder that is not there,
/// and for a test whose suite does not begin with "Hidden": students would see it.
std::filesystem::path use_hidden_tests(const build_folder& build, const std::string& folder);

/// Whether a test is one of them, by its suite: "HiddenMaskedAdd.Sizes", also with parameters.
bool is_hidden_test(const std::string& name);

/// Throws `usage_error`, with file and line, for a suite in this folder that is called otherwise.
void require_hidden_names(const std::filesystem::path& folder);

}  // namespace kw::grader
