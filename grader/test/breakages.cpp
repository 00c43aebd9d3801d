#include "grader/test/breakages.hpp"

#include <regex>
#include <stdexcept>

#include "grader/model/course.hpp"

namespace kw::grader {
namespace {

/// The text with a statement added at the beginning of its first kernel, or of its first function
/// if it has no kernel.
std::string with_statement(const std::string& solution, const std::string& statement) {
  static const std::regex kBody(R"(\)( const)? \{\n)");
  const std::size_t kernel = solution.find("KW_KERNEL");
  const auto from =
      solution.begin() + static_cast<std::ptrdiff_t>(kernel == std::string::npos ? 0 : kernel);
  std::smatch body;
  if (!std::regex_search(from, solution.end(), body, kBody)) {
    throw std::runtime_error("a solution without a function:\n" + solution);
  }
  return std::string(solution.begin(), body[0].second) + statement + "\n" +
         std::string(body[0].second, solution.end());
}

}  // namespace

std::string_view to_text(breakage kind) {
  return word_of(kind, {"syntax", "type", "endless-loop", "crash", "removed"});
}

std::optional<std::string> break_kernel(const std::string& solution, breakage kind) {
  switch (kind) {
    case breakage::syntax:
      return with_statement(solution, "int broken = (1;");
    case breakage::type:
      return with_statement(solution, "int broken = \"a text\";");
    case breakage::endless_loop:
      return with_statement(solution, "for (volatile bool on = true; on;) {}");
    case breakage::crash:
      return with_statement(solution, "__builtin_trap();");
    case breakage::removed:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace kw::grader
