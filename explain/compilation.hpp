// Running a compiler, and one file as several compilers side by side.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::explain {

using command_line = std::vector<std::string>;

/// What became of a command.
struct outcome {
  int status = 0;      ///< as of waitpid
  std::string output;  ///< standard output and error together
  bool failed() const;
};

/// Runs a command. \throws std::runtime_error if no process or pipe can be made
outcome run(const command_line& command);

/// Runs a compiler that makes an object file, with the file's kernels dealt out to `parts` of them
/// (kernelwright/cpu/split_compilation.hpp, cuda/split_compilation.hpp) and joined to the one
/// object file: whoever waits for it has more than one processor at work. Fewer processors, fewer
/// parts; a command that makes no object file is run as it is. The output is what the one compiler
/// would print. \throws std::runtime_error if no process or pipe can be made
outcome compile_in_parts(const command_line& command, int parts);

/// The warnings of several outputs, each once.
std::string merged_warnings(const std::vector<std::string>& outputs);

}  // namespace kw::explain
