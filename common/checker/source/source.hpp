// What a message takes from the learner's source file, which is read only for a message.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/cpp_code.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw::runtime {

using base::mentions;
using parameter = base::cpp_parameter;
using statement = base::cpp_statement;

/// The path from the root of the repository (the folder with CMakePresets.json), or unchanged.
std::string short_path(const std::string& file);

/// A line of a file without its indentation; empty if there is none.
std::string source_line(const std::string& file, int line);

/// `VectorAdd` out of `... [with Kernel = lesson01::VectorAdd<1024>]`; `the kernel` for a lambda.
std::string kernel_name(const char* signature);

/// A file's statements; none if it cannot be read. The latest file is kept while it does not
/// change.
std::shared_ptr<const base::cpp_code> read_code(const char* file);

/// A kernel in its file: what messages ask about the lines around an access.
class kernel_text {
 public:
  kernel_text() = default;
  /// \param file  may be null
  kernel_text(const char* file, const std::string& kernel);

  /// Is the kernel in this file?
  bool found() const { return head_ >= 0; }
  int head_line() const { return found() ? (*code_)[head_].line : 0; }
  /// Those of its call operator after the context, in order.
  std::vector<parameter> parameters() const;
  /// The statements of its body, from first to last.
  std::vector<statement> body() const;
  /// A line with the rest of its statement; empty if there is none.
  std::string at(int line) const;
  /// The head of the innermost loop around a line; line 0 if there is none.
  statement loop_around(int line) const;
  /// `the loop in line 12 (`for (...)`)`, the same; empty if there is none.
  std::string loop_told(int line) const;
  /// What the latest line above that sets a variable gives it; any other text comes back as it is.
  std::string definition(const std::string& text, int before) const;
  /// An expression with the values of all variables that it is made of: `x + cols start +
  /// tl.arange(size<B>) 0` for `x + cols`.
  std::string made_of(const std::string& expression) const;
  /// The statements that call a function, with the arguments of each call.
  struct call {
    statement in;
    std::vector<std::string> arguments;
  };
  std::vector<call> calls(const std::string& function) const;
  /// Does a statement of the body hold this text? Or this name, other than as a member?
  bool has(const std::string& text) const;
  bool uses(const std::string& name) const;

 private:
  std::shared_ptr<const base::cpp_code> code_;
  int head_ = -1;
};

/// Where a finding about a whole launch points: at the launch, or at the head of `kernel` if only
/// the compiled file holds it. Then a header that the file includes holds the launch.
source_place launch_or_kernel(source_place launch, const char* compiled_file,
                              const std::string& kernel);

}  // namespace kw::runtime
