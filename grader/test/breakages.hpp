#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kw::grader {

/// How a task's kernel file can be broken, whatever it holds.
enum class breakage {
  syntax,        ///< It does not compile: a bracket without its other half.
  type,          ///< It does not compile: a text in place of a number.
  endless_loop,  ///< Its kernel, or a function of a task without one, never returns.
  crash,         ///< The same crashes.
  removed,       ///< The file is not there.
};

inline constexpr breakage kBreakages[] = {breakage::syntax, breakage::type, breakage::endless_loop,
                                          breakage::crash, breakage::removed};

/// "syntax", "type", "endless-loop", "crash" or "removed".
std::string_view to_text(breakage kind);

/// The text of a task's solution, broken; nothing where the file is removed. Throws where the text
/// has no function with a body to break.
std::optional<std::string> break_kernel(const std::string& solution, breakage kind);

}  // namespace kw::grader
