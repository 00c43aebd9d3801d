#pragma once

#include <string>
#include <vector>

namespace kw::grader {

/// The words of a shell command line, as CMake writes them into compile_commands.json. None where
/// it is no single command.
std::vector<std::string> split_command(const std::string& command);

/// What of such a command makes the program, or decides whether there is one: neither the places,
/// nor mere warnings, nor what only a debugger reads.
std::vector<std::string> compile_options(const std::vector<std::string>& words);

}  // namespace kw::grader
