#include "explain/rules/lookup.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The lesson's headers that the file includes, also through one another.
std::vector<const header*> included(const situation& s) {
  std::vector<const header*> found;
  std::string text = text_of(s);
  for (bool more = true; more;) {
    more = false;
    for (const header& each : s.headers) {
      const bool known = std::find(found.begin(), found.end(), &each) != found.end();
      if (!known && contains(text, "\"" + each.name + "\"")) {
        found.push_back(&each);
        text += each.text;
        more = true;
      }
    }
  }
  return found;
}

}  // namespace

std::string text_of(const situation& s) {
  std::string text;
  for (const std::string& line : s.source) {
    text += line + "\n";
  }
  return base::without_comments(std::move(text));
}

std::string statement_at(const situation& s, int line) {
  constexpr int kMostLines = 8;
  std::string text = without_comment(line_of(s, line));
  for (int next = line + 1; next < line + kMostLines && !text.ends_with(';') &&
                            !text.ends_with('{') && !line_of(s, next).empty();
       ++next) {
    text += " " + without_comment(line_of(s, next));
  }
  return text;
}

std::vector<std::string> known_members(const situation& s, std::string_view type) {
  std::vector<std::string> found = members_of(text_of(s), type);
  for (const auto* headers : {&s.headers, &s.library}) {
    for (std::size_t i = 0; i < headers->size() && found.empty(); ++i) {
      found = members_of((*headers)[i].text, type);
    }
  }
  return found;
}

std::vector<declared_function> known_functions(const situation& s, std::string_view name) {
  std::vector<declared_function> found = functions_named(text_of(s), name);
  for (const header* each : included(s)) {
    const auto more = functions_named(each->text, name);
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

std::string header_to_include(const situation& s, std::string_view name) {
  const std::vector<const header*> known = included(s);
  std::string found;
  for (const header& each : s.headers) {
    // What launches and what judges the kernels is not for the learner's file.
    if (!declares(each.text, name) || search(each.name, "^(launch|wrong)_|_(reference|types)\\.")) {
      continue;
    }
    if (std::find(known.begin(), known.end(), &each) != known.end()) {
      return "";  // it is declared, so something else is wrong
    }
    found = found.empty() ? each.name : found;
  }
  return found;
}

std::vector<std::string> names_of_lesson(const situation& s) {
  std::vector<std::string> names;
  for (const header* each : included(s)) {
    const std::vector<std::string> more = names_declared(each->text);
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

std::vector<std::string> names_of_library(const situation& s) {
  std::vector<std::string> names;
  for (const header& each : s.library) {
    const std::vector<std::string> more = names_declared(each.text);
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

std::optional<declared_variable> known_variable(const situation& s, std::string_view name,
                                                int before) {
  const std::string word(name);
  for (int line = before; line > 0; --line) {
    const std::string code = without_comment(line_of(s, line));
    captures c;
    const std::string pattern =
        R"((?:^|[(;,]\s*)(?P<type>(?:const |constexpr )*(?:auto|int|float|bool|double|)"
        R"((?:std::)?u?int\d+_t|T)(?: const)?[ &*]+)\b)" +
        word + R"(\b\s*(?:=\s*(?P<value>[^;]*)|\{(?P<value2>[^;]*)\}|[,;):]|$))";
    if (kw::explain::search(code, std::string_view(pattern), &c)) {
      return declared_variable{line, base::trimmed(c["type"]), base::trimmed(c["value"])};
    }
    if (search(code, R"(^(?:template|struct|class)\b|^\};$)")) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace kw::explain
