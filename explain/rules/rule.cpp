#include "explain/rules/rule.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/caret.hpp"
#include "explain/text.hpp"

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
  bool found = r.kinds[0] == kind::none;
  for (const kind each : r.kinds) {
    const auto known = each == kind::none ? s.kinds.end() : s.kinds.find(each);
    if (known != s.kinds.end()) {
      c.insert(known->second.begin(), known->second.end());
      found = true;
    }
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
  return true;
}

/// Two shapes after a marker in the compiler's output, as "64" and "8, 64": `$first`, `$second`.
bool has_shapes(const situation& s, std::string_view marker, captures& c) {
  if (marker.empty()) {
    return true;
  }
  std::size_t at = s.block.find(std::string(marker) + "<");
  if (at == std::string::npos) {
    return false;
  }
  // nvcc writes the name with its parameters, and their values after "[with".
  const std::size_t with = s.block.find("[with ", at);
  if (with != std::string::npos && with - at < marker.size() + 40) {
    at = with;
  }
  const auto shapes = find_all(std::string_view(s.block).substr(at, 400), "tile_shape<([0-9, ]*)>");
  c["first"] = shapes.empty() ? "" : shapes[0][1];
  c["second"] = shapes.size() < 2 ? "" : shapes[1][1];
  return shapes.size() >= 2;
}

void place_caret(const rule& r, const captures& c, explanation& e) {
  const std::string text = filled(r.caret, c);
  if (text.empty()) {
    e.column = 0;
  } else if (text != kCompilersCaret) {
    point_at(e, text);
  }
}

/// One reference in a text: `$name` or `${name|otherwise}`, from the dollar sign on.
struct reference {
  std::string name;
  std::string_view otherwise;
  std::size_t end = 0;
};

reference read_reference(std::string_view text, std::size_t dollar) {
  const bool braces = text.substr(dollar + 1, 1) == "{";
  const std::size_t begin = dollar + (braces ? 2 : 1);
  std::size_t end = begin;
  while (end < text.size() && ((text[end] >= 'a' && text[end] <= 'z') || text[end] == '_')) {
    ++end;
  }
  reference found{std::string(text.substr(begin, end - begin)), {}, end};
  if (braces) {
    const std::size_t close = std::min(text.find('}', end), text.size());
    found.otherwise = text.substr(end, close - end);
    found.otherwise.remove_prefix(found.otherwise.empty() ? 0 : 1);
    found.end = std::min(close + 1, text.size());
  }
  return found;
}

}  // namespace

std::string line_of(const situation& s, int line) {
  const auto index = static_cast<std::size_t>(line - 1);
  return line > 0 && index < s.source.size() ? s.source[index] : std::string();
}

bool file_has(const situation& s, std::string_view text) {
  return std::any_of(s.source.begin(), s.source.end(), [&](const std::string& line) {
    return contains(without_comment(line), text);
  });
}

std::string filled(std::string_view text, const captures& c) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t dollar = std::min(text.find('$', at), text.size());
    result += text.substr(at, dollar - at);
    at = dollar;
    if (dollar < text.size()) {
      const reference found = read_reference(text, dollar);
      const auto known = c.find(found.name);
      const bool empty = known == c.end() || known->second.empty();
      result += empty ? std::string(found.otherwise) : known->second;
      at = found.end;
    }
  }
  return result;
}

std::vector<std::string> captures_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = text.find('$', at)) != std::string_view::npos; ++at) {
    names.push_back(read_reference(text, at).name);
  }
  return names;
}

bool apply(const rule& r, const situation& s, explanation& e) {
  const std::string code = without_comment(e.source_line);
  captures c;
  if (!is_of_kind(r, s, c) || !holds(s.message, r.says, c) || !holds(s.message, r.also, c) ||
      !lacks(s.message, r.unless) || !holds(s.block, r.told, c) || !has_shapes(s, r.shapes, c) ||
      !holds(code, r.line, c) || !lacks(code, r.unless_line)) {
    return false;
  }
  explanation found = e;
  if ((r.look.look != nullptr && !r.look.look(s, found, c)) || !is_among(r, c)) {
    return false;
  }
  c["code"] = without_comment(found.source_line);
  place_caret(r, c, found);
  for (const auto& [text, to] : {std::pair{r.wrong, &explanation::message},
                                 {r.why, &explanation::advice},
                                 {r.fix, &explanation::fix}}) {
    if (!text.empty()) {
      found.*to = filled(text, c);
    }
  }
  if (found.rule.empty()) {  // or a helper has applied a rule of another table
    found.rule = r.name;
  }
  e = std::move(found);
  return true;
}

bool apply_first(std::span<const rule> rules, const situation& s, explanation& e) {
  return std::any_of(rules.begin(), rules.end(), [&](const rule& r) { return apply(r, s, e); });
}

}  // namespace kw::explain
