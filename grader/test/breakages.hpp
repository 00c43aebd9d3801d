#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kw::grader {

/// How a task's kernel file can be broken, whatever it holds.
enum class breakage {
  syntax,        ///< It does not compile: a bracket without its other half.
  type,          ///< It does not compile: a text in place of a number.
  endless_loop,  ///< Its kernel, or its function if a task has no kernel, never returns.
  crash,         ///< It crashes in the same place.
  removed,       ///< The file is missing.
};

inline constexpr breakage kBreakages[] = {breakage::syntax, breakage::type, breakage::endless_loop,
                                          breakage::crash, breakage::removed};

/// "syntax", "type", "endless-loop", "crash" or "removed".
std::string_view to_text(breakage kind);

/// The text of a task's solution, broken; nothing if the file is to be removed. Throws if the text
/// has no function with a body to break.
std::optional<std::string> break_kernel(const std::string& solution, breakage kind);

}  // namespace kw::grader
