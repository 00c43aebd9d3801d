#include "explain/rules/rule.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"

namespace kw::explain {
namespace {

bool holds(std::string_view text, std::string_view pattern, captures& c) {
  return pattern.empty() || search(text, pattern, &c);
}

bool lacks(std::string_view text, std::string_view pattern) {
  return pattern.empty() || !search(text, pattern);
}

/// Whether the message is of one of the rule's kinds, whose captures are kept; or the rule has
/// none.
bool is_of_kind(const rule& r, const situation& s, captures& c) {
  bool found = r.kinds[0].empty();
  for (const std::string_view each : r.kinds) {
    found = (!each.empty() && search(s.message, each, &c)) || found;
  }
  return found;
}

bool is_among(const rule& r, captures& c) {
  if (r.among.empty()) {
    return true;
  }
  const std::string& key = c[std::string(r.key)];
  const auto found = std::find_if(r.among.begin(), r.among.end(),
                                  [&](const spelling& each) { return each.word == key; });
  if (found == r.among.end()) {
    return false;
  }
  c["here"] = filled(found->here, c);
  c["why"] = filled(found->why, c);
  c["fix"] = filled(found->fix, c);
  return true;
}

/// Two shapes after a marker in the compiler's output, as "64" and "8, 64": `$first`, `$second`.
bool has_shapes(const situation& s, std::string_view marker, captures& c) {
  if (marker.empty()) {
    return true;
  }
  const auto found = find(s.block, std::string(marker) + "<");
  if (!found) {
    return false;
  }
  const auto shapes =
      find_all(std::string_view(s.block).substr(found->begin, 400), "tile_shape<([0-9, ]*)>");
  c["first"] = shapes.empty() ? "" : shapes[0][1];
  c["second"] = shapes.size() < 2 ? "" : shapes[1][1];
  return shapes.size() >= 2;
}

void place_caret(const rule& r, const captures& c, explanation& e) {
  const std::string text = filled(r.caret, c);
  if (r.caret == kOperator) {
    e.width = static_cast<int>(c.at("sign").size());
  } else if (text.empty()) {
    e.column = 0;
  } else if (text != "^") {
    point_at(e, text);
  }
}

}  // namespace

std::string line_of(const situation& s, int line) {
  const auto index = static_cast<std::size_t>(line - 1);
  return line > 0 && index < s.source.size() ? s.source[index] : std::string();
}

std::string filled(std::string_view text, const captures& c) {
  std::string result;
  std::size_t done = 0;
  for (const match& each : find_all(text, R"(\$(?:([a-z_]+)|\{([a-z_]+)\|?([^}]*)\}))")) {
    const auto known = c.find(each[1] + each[2]);
    const bool empty = known == c.end() || known->second.empty();
    result += text.substr(done, each.begin - done);
    result += empty ? each[3] : known->second;
    done = each.end;
  }
  return result.append(text.substr(done));
}

bool apply(const rule& r, const situation& s, explanation& e) {
  const std::string code = without_comment(e.source_line);
  captures c = {{"code", code}};
  if (!is_of_kind(r, s, c) || !holds(s.message, r.says, c) || !lacks(s.message, r.unless) ||
      !holds(s.block, r.told, c) || !has_shapes(s, r.shapes, c) || !holds(code, r.line, c) ||
      !lacks(code, r.unless_line)) {
    return false;
  }
  explanation found = e;
  if ((r.look != nullptr && !r.look(s, found, c)) || !is_among(r, c)) {
    return false;
  }
  c["code"] = without_comment(found.source_line);
  place_caret(r, c, found);
  for (const auto& [text, to] : {std::pair{r.wrong, &explanation::message},
                                 {r.why, &explanation::advice},
                                 {r.fix, &explanation::fix}}) {
    const std::string words = filled(text, c);
    found.*to = words.empty() ? found.*to : words;
  }
  if (found.rule.empty()) {  // or a helper has applied a rule of another table
    found.rule = r.wrong.empty() ? r.says : r.wrong;
  }
  e = std::move(found);
  return true;
}

bool apply_first(std::span<const rule> rules, const situation& s, explanation& e) {
  return std::any_of(rules.begin(), rules.end(), [&](const rule& r) { return apply(r, s, e); });
}

// ---- helpers of several tables

void point_at(explanation& e, const std::string& text) {
  const bool name = !text.empty() && base::is_name_character(text.front());
  const std::size_t at = name ? base::find_word(e.source_line, text) : e.source_line.find(text);
  if (at != std::string::npos) {
    e.column = static_cast<int>(at) + 1;
    e.width = static_cast<int>(text.size());
  }
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

std::string value_before(const std::string& code, std::size_t end) {
  std::size_t begin = end;
  int depth = 0;
  while (begin > 0) {
    const char last = code[begin - 1];
    depth += last == ')' ? 1 : last == '(' ? -1 : 0;
    const bool inside = depth > 0 || last == '(' || last == '.' || base::is_name_character(last);
    if (depth < 0 || !inside) {
      break;
    }
    --begin;
  }
  return begin == end ? "x" : code.substr(begin, end - begin);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

}  // namespace kw::explain
