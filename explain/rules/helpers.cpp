#include "explain/rules/helpers.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/text.hpp"

namespace kw::explain {

bool look_at_arguments(const situation&, explanation&, captures& c) {
  const std::string &code = c["code"], &call = c["call"];
  const std::size_t at = code.find(call);
  const std::size_t open = at == std::string::npos ? at : code.find('(', at + call.size());
  c["arguments"] = open == std::string::npos ? "" : joined(base::arguments_of(code, open));
  c["leading"] = c["arguments"].empty() ? "" : c["arguments"] + ", ";
  c["trailing"] = c["arguments"].empty() ? "" : ", " + c["arguments"];
  return true;
}

void move_to(const situation& s, int line, explanation& e) {
  e.line = line;
  e.source_line = line_of(s, line);
  e.column = 0;
}

int line_at(const situation& s, std::size_t place) {
  const auto begin = s.text.begin();
  return 1 + static_cast<int>(std::count(begin, begin + static_cast<std::ptrdiff_t>(place), '\n'));
}

int call_operator_of(const situation& s, const std::string& kernel) {
  const int found = kernel.empty() ? -1 : s.code.call_operator(kernel);
  if (found < 0) {
    return 0;
  }
  int line = s.code[found].line;  // which may be that of `template <class T>`
  while (line < s.code[found].last_line && !contains(line_of(s, line), "operator()")) {
    ++line;
  }
  return line;
}

std::vector<base::cpp_parameter> parameters_around(const situation& s, int line) {
  return s.code.parameters(s.code.around(line, base::cpp_statement::kind::function));
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

}  // namespace kw::explain
