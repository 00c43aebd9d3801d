#include "explain/caret.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/pattern.hpp"

namespace kw::explain {

bool point_at(explanation& e, const std::string& text) {
  const bool name = !text.empty() && base::is_name_character(text.front());
  const std::size_t at = name ? base::find_word(e.source_line, text) : e.source_line.find(text);
  if (at == std::string::npos) {
    return false;
  }
  e.column = static_cast<int>(at) + 1;
  e.width = static_cast<int>(text.size());
  return true;
}

void find_caret(explanation& e) {
  const std::string& line = e.source_line;
  if (line.empty() || e.column <= 0 || static_cast<std::size_t>(e.column) > line.size()) {
    e.column = line.empty() ? e.column : std::min(e.column, static_cast<int>(line.size()) + 1);
    return;
  }
  const auto at = static_cast<std::size_t>(e.column) - 1;
  for (const match& call : find_all(line, R"(((?:\w+\.)*\w+)(?:<[^<>();]*>)?\()")) {
    const bool in_name = call.begin <= at && at < call.begin + call[1].size() && line[at] != '.';
    if (in_name || at + 1 == call.end) {
      e.column = static_cast<int>(call.begin) + 1;
      e.width = static_cast<int>(call.end - call.begin) - 1;
      return;
    }
  }
  std::size_t end = at;
  while (end < line.size() && base::is_name_character(line[end])) {
    ++end;
  }
  e.width = std::max(static_cast<int>(end - at), 1);
}

}  // namespace kw::explain
