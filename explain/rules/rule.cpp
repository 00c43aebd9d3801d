#include "explain/rules/rule.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/rules/helpers.hpp"
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
  if (text.empty()) {
    e.column = 0;
  } else if (text != kCompilersCaret) {
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
  if (!r.sides.empty() && !(describe_operator(found, c) && search(c["sides"], r.sides))) {
    return false;
  }
  if ((r.look != nullptr && !r.look(s, found, c)) || !is_among(r, c)) {
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
