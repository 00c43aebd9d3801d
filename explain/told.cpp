// An explanation as text.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "common/base/wrap.hpp"
#include "explain/explain.hpp"

namespace kw::explain {
namespace {

constexpr std::size_t kWidth = 96;

}  // namespace

std::string to_text(const explanation& e, const std::string& shown_as) {
  std::string text = shown_as;
  if (e.line > 0) {
    text += ":" + std::to_string(e.line) + (e.column > 0 ? ":" + std::to_string(e.column) : "");
  }
  text += ": error: " + e.message + "\n";
  const std::string line = base::trimmed(e.source_line);
  if (!line.empty()) {
    const std::size_t indent = e.source_line.find_first_not_of(" \t");
    const std::string number = std::to_string(e.line);
    text += "  " + number + " | " + line + "\n";
    text += std::string(number.size() + 2, ' ') + " | ";
    const std::size_t skip = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : indent;
    const std::size_t width = e.column > 0 ? static_cast<std::size_t>(e.width) : line.size();
    text += std::string(skip > indent ? skip - indent : 0, ' ') + "^";
    text += std::string(std::max<std::size_t>(width, 1) - 1, '~') + "\n";
  }
  for (const std::string& part : base::wrapped(e.advice, kWidth)) {
    text += "  " + part + "\n";
  }
  for (const std::string& part : base::wrapped(e.fix.empty() ? "" : "Try: " + e.fix, kWidth)) {
    text += "  " + part + "\n";
  }
  return text + "  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)\n";
}

}  // namespace kw::explain
