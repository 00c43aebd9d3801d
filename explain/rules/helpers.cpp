#include "explain/rules/helpers.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

std::vector<std::string> arguments_of_call(const explanation& e, const std::string& call) {
  const std::string code = without_comment(e.source_line);
  const std::size_t at = code.find(call);
  const std::size_t open = at == std::string::npos ? at : code.find('(', at + call.size());
  return open == std::string::npos ? std::vector<std::string>() : base::arguments_of(code, open);
}

}  // namespace

bool look_at_arguments(const situation&, explanation& e, captures& c) {
  const auto arguments = arguments_of_call(e, c["call"]);
  c["arguments"] = joined(arguments);
  c["leading"] = arguments.empty() ? "" : joined(arguments) + ", ";
  c["trailing"] = arguments.empty() ? "" : ", " + joined(arguments);
  return true;
}

void move_to(const situation& s, int line, explanation& e) {
  e.line = line;
  e.source_line = line_of(s, line);
  e.column = 0;
}

int call_operator_of(const situation& s, const std::string& kernel) {
  bool inside = false;
  for (int line = 1; line <= static_cast<int>(s.source.size()) && !kernel.empty(); ++line) {
    const std::string code = without_comment(line_of(s, line));
    if (contains_any(code, {"struct ", "class "})) {
      inside = base::find_word(code, kernel) != std::string::npos;
    }
    if (inside && contains(code, "operator()")) {
      return line;
    }
  }
  return 0;
}

function_around find_function_around(const situation& s, int line) {
  constexpr std::string_view kHead = R"((?:operator\(\)|^\w[\w:<>,*& ]*\b[a-z_]\w*)\()";
  constexpr int kMostLines = 8;
  function_around found{line};
  while (found.line > 0 && !search(line_of(s, found.line), kHead)) {
    --found.line;
  }
  std::string head;
  for (int next = found.line; next < found.line + kMostLines; ++next) {
    head += without_comment(line_of(s, next)) + " ";
  }
  const std::size_t name = head.find("operator()(");
  const std::size_t open = head.find('(', name == std::string::npos ? 0 : name + 9);
  found.parameters = base::arguments_of(head, std::min(open, head.size()));
  return found;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

}  // namespace kw::explain
