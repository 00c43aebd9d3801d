// What a message takes from the learner's source file: read only once there is something to say.
#pragma once
#include <string>
#include <vector>

#include "kernelwright/core/source_place.hpp"

namespace kw::runtime {

/// The path from the root of the repository (the folder with CMakePresets.json), or unchanged.
std::string short_path(const std::string& file);

/// A line of a file without its indentation; empty if there is none.
std::string source_line(const std::string& file, int line);

/// `VectorAdd` out of `... [with Kernel = lesson01::VectorAdd<1024>]`; `the kernel` for a lambda.
std::string kernel_name(const char* signature);

struct parameter {
  std::string type;  ///< such as `const float*`
  std::string name;
};

/// The parameters of `kernel`'s call operator behind the context, in order; empty if not found.
std::vector<parameter> kernel_parameters(const std::string& file, const std::string& kernel);

struct numbered_line {
  int number;
  std::string text;  ///< without comments and indentation
};

/// The lines of `kernel`'s call operator, from its head to its closing brace; empty if not found.
std::vector<numbered_line> kernel_lines(const std::string& file, const std::string& kernel);

/// The arguments of the first call of `function` in a line: {"x + offsets", "mask"} for `tl.load`.
/// Empty when the line holds none, or not all of it.
std::vector<std::string> call_arguments(const std::string& line, const std::string& function);

/// Does `text` hold `name` as a whole identifier?
bool mentions(const std::string& text, const std::string& name);

}  // namespace kw::runtime
