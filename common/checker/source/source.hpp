// What a message takes from the learner's source file, which is read only for a message.
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

/// The parameters of `kernel`'s call operator after the context, in order; empty if not found.
std::vector<parameter> kernel_parameters(const std::string& file, const std::string& kernel);

struct numbered_line {
  int number = 0;
  std::string text;   ///< without comments and indentation
  bool head = false;  ///< with parameters of the kernel, before its body
};

/// The lines of `kernel`'s call operator, from its head to its closing brace; empty if not found.
std::vector<numbered_line> kernel_lines(const std::string& file, const std::string& kernel);

/// Where a finding about a whole launch points: at the launch, or at the head of `kernel` if only
/// the compiled file holds it. Then a header that the file includes holds the launch.
source_place launch_or_kernel(source_place launch, const char* compiled_file,
                              const std::string& kernel);

/// The name of the function that a line is in, `fill_tile` of `KW_HD void fill_tile(auto& tl)`;
/// empty for a kernel's call operator.
std::string function_around(const std::string& file, int line);

/// The arguments of the first call of `function` in a line: {"x + offsets", "mask"} for `tl.load`.
/// Empty when the line holds none, or not all of it.
std::vector<std::string> call_arguments(const std::string& line, const std::string& function);

/// A line and the rest of its statement below it, without comments.
std::string statement_at(const std::string& file, int line);

/// What a variable is set to in the nearest line above that declares it, as `n / 64` for `blocks`
/// after `const int blocks = n / 64;`; any other text comes back as it is.
std::string host_definition(const std::string& file, int line, const std::string& name);

/// The head of the innermost loop with braces around a line of a kernel; number 0 if there is none.
numbered_line enclosing_loop(const std::string& file, const std::string& kernel, int line);

/// A loop's head without its brace.
std::string loop_head(const numbered_line& loop);

/// The part of each statement, which may begin lines above, before each call of `function` in this
/// line; empty where the call is all of it.
std::vector<std::string> statements_before(const std::string& file, int line,
                                           const std::string& function);

/// Does `text` hold `name` as a whole identifier?
bool mentions(const std::string& text, const std::string& name);

/// The kernel's parameters that no line of it uses, other than in its head.
std::vector<std::string> unused_parameters(const std::vector<numbered_line>& lines,
                                           const std::vector<parameter>& parameters);

}  // namespace kw::runtime
