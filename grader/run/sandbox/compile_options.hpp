#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// The words of a shell command line, as CMake writes them into compile_commands.json.
std::vector<std::string> split_command(std::string_view command);

/// What of such a command makes the program, or decides whether there is one: neither the places,
/// nor mere warnings.
std::vector<std::string> compile_options(const std::vector<std::string>& words);

/// What every kernel file includes after its lesson's contract.
inline constexpr const char* kLibraryHeader = "kernelwright/kernelwright.hpp";

/// What a kernel file includes.
enum class kernel_includes {
  the_skeletons,  ///< It begins as the skeleton does, and then includes nothing of a library.
  more,           ///< It begins as the skeleton does, and includes something else as well.
  other,          ///< What comes before its includes could change what the headers mean.
};

/// Looks whether a kernel file begins with the includes of the contract ("masking.hpp" for
/// "masking") and of the library, as the skeleton does. A file that hides a further include in a
/// macro counts as `the_skeletons`.
kernel_includes includes_of(std::string_view kernel, const std::string& contract);

}  // namespace kw::grader
