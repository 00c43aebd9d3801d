#include "explain/rules/helpers.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/caret.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The sign at the caret: clang++ does not quote it.
std::string sign_at_caret(const explanation& e) {
  const std::size_t at = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : 0;
  return first_match(std::string_view(e.source_line).substr(std::min(at, e.source_line.size())),
                     "([-+*/%^&|<>=~!]+)");
}

/// What a side of an operator is, from its type.
std::string kinds_of(const std::string& type) {
  const bool pointers = search(type, R"re(^['" ]*(const )?(kw::core::|core::)?pointer_tile)re");
  const auto with = [&](std::string_view pattern, std::string_view kind) {
    return search(type, pattern) ? std::string(kind) : std::string();
  };
  return (pointers ? "pointers " : with("pointer_tile", "mentions ")) +
         (!pointers && contains(type, "*") && !contains(type, "tile<") ? "address " : "") +
         with(kTile, "tile ") + with("index_tile|lazy_function|bound_mask|both_masks", "lazy ") +
         with("accumulator", "accumulator ") + with("tensor_descriptor", "descriptor ") +
         with("staged_tile", "staged ");
}

/// The name to the right or to the left of a sign, if it is a plain name.
std::string name_at(const explanation& e, const std::string& sign, bool right) {
  const std::string& line = e.source_line;
  const std::size_t from = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : 0;
  const std::size_t at = line.find(sign, std::min(from, line.size()));
  if (at == std::string::npos) {
    return {};
  }
  return right ? first_match(line.substr(at + sign.size()), R"(^ *\(?([A-Za-z_]\w*))")
               : first_match(line.substr(0, at), R"(([A-Za-z_]\w*)\)? *$)");
}

void point_at_sign(const std::string& sign, explanation& e) {
  e.width = static_cast<int>(sign.size());
  if (e.column > 0 && static_cast<std::size_t>(e.column) <= e.source_line.size() &&
      e.source_line.compare(static_cast<std::size_t>(e.column) - 1, sign.size(), sign) != 0) {
    e.column = 0;
    point_at(e, " " + sign + " ");
    e.column += e.column > 0 ? 1 : 0;
    e.width = static_cast<int>(sign.size());
  }
}

}  // namespace

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

int function_around(const situation& s, int line) {
  const auto& all = s.code.statements();
  const auto found = std::find_if(all.begin(), all.end(), [&](const base::cpp_statement& each) {
    return each.is == base::cpp_statement::kind::function && each.line < line &&
           line <= each.block_end;
  });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

bool describe_operator(const situation& s, explanation& e, captures& c) {
  if (c["sign"].empty() && c["left"].empty()) {
    return false;
  }
  const std::string sign = c["sign"].empty() ? sign_at_caret(e) : c["sign"];
  if (c["left"].empty()) {  // clang++ tells the types of an assignment in its notes alone
    const std::string type = first_match(
        s.block,
        R"(candidate[^\n]*\b(pointer_tile|accumulator_tile|index_tile|bound_mask|both_masks))");
    c["left"] = type.empty() ? s.block : type;
    c["right"] = "tile<";
  }
  c["sides"] = "[" + kinds_of(c["left"]) + "] " + sign + " [" + kinds_of(c["right"]) + "]";
  point_at_sign(sign, e);
  c["sign"] = sign;
  c["left"] = name_at(e, sign, false);
  c["right"] = name_at(e, sign, true);
  return true;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

}  // namespace kw::explain
