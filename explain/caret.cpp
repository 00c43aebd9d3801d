#include "explain/caret.hpp"

#include <algorithm>
#include <cctype>

#include "common/base/cpp_text.hpp"
#include "explain/pattern.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// From the place that the compiler gave.
void underline(explanation& e) {
  const std::string& line = e.source_line;
  const std::size_t indent = line.find_first_not_of(" \t");
  if (e.column < 0 && indent != std::string::npos) {
    e.column = static_cast<int>(indent) - e.column;
  }
  if (line.empty()) {
    e.column = std::max(e.column, 0);
    return;
  }
  if (e.column <= 0 || static_cast<std::size_t>(e.column) > line.size()) {
    e.column = std::min(std::max(e.column, 0), static_cast<int>(line.size()) + 1);
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

/// nvcc names what was instantiated instead of a column, which is enough if the line has it once.
void find_call(const std::string& block, explanation& e) {
  if (e.column != 0) {
    return;
  }
  const std::string at_line = "\" at line " + std::to_string(e.line);
  std::size_t line_end = block.find(at_line);
  while (line_end != std::string::npos && line_end + at_line.size() < block.size() &&
         std::isdigit(static_cast<unsigned char>(block[line_end + at_line.size()])) != 0) {
    line_end = block.find(at_line, line_end + 1);  // line 91 is not line 9
  }
  const std::size_t begin = line_end == std::string::npos ? line_end : block.rfind('\n', line_end);
  if (begin == std::string::npos) {
    return;
  }
  const std::string what = block.substr(begin, line_end - begin);
  std::string name = first_match(what, "::operator([^ (a-z]+)\\(");
  const bool is_operator = !name.empty();
  if (name.empty()) {
    name = first_match(what, "::([a-z_]+)(?:<[^(]*>)?\\(");
    name = contains(e.source_line, "tl." + name + "(") ? "tl." + name : name;
  }
  const std::string seen = is_operator ? " " + name + " " : name;
  const std::size_t first = name.empty() ? std::string::npos : e.source_line.find(seen);
  if (first != std::string::npos && e.source_line.find(seen, first + 1) == std::string::npos) {
    const std::size_t end = is_operator ? first + 1 : e.source_line.find('(', first);
    e.column = end == std::string::npos ? 0 : static_cast<int>(end) + 1;
  }
}

}  // namespace

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

void find_caret(const std::string& block, explanation& e) {
  find_call(block, e);
  underline(e);
}

}  // namespace kw::explain
