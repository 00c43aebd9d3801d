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

/// Whether a kernel file includes no more than a skeleton does, so a compiler needs few headers for
/// it: it begins with the include of the contract ("masking.hpp" for "masking"), the library may
/// follow, and after that it includes headers of its lesson alone. A file may hide a further
/// include in a macro.
bool includes_like_a_skeleton(std::string_view kernel, const std::string& contract);

}  // namespace kw::grader
