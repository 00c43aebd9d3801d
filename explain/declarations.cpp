#include "explain/declarations.hpp"

#include <algorithm>

#include "common/base/cpp_code.hpp"
#include "common/base/cpp_text.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

using base::cpp_code;
using base::cpp_statement;

constexpr std::string_view kNoTypes[] = {"return", "else", "throw", "new", "case", "goto", "using"};
constexpr std::string_view kTypes[] = {"struct", "class", "enum", "namespace", "using", "concept"};

template <std::size_t N>
bool is_among(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// A statement behind `template <int N, class T>`, whose parameters are taken.
std::string take_template(const std::string& text, std::vector<std::string>* parameters = nullptr) {
  const std::size_t open =
      base::find_word(text, "template") == 0 ? text.find('<') : std::string::npos;
  const std::size_t close = open == std::string::npos ? open : base::closing_angle(text, open);
  if (close == std::string::npos) {
    return text;
  }
  if (parameters != nullptr) {
    *parameters = base::arguments_of("(" + text.substr(open + 1, close - open - 1) + ")", 0);
  }
  return base::trimmed(std::string_view(text).substr(close + 1));
}

/// Whether what is in front of a name and a parenthesis can be the type of a function.
bool is_type_of_function(const std::string& before) {
  const auto names = base::names_in(before);
  return !names.empty() && before.find_first_of("=.(") == std::string::npos &&
         (base::is_name_character(before.back()) ||
          contains(">*&", before.substr(before.size() - 1))) &&
         !is_among(names.back(), kNoTypes);
}

/// The name that a statement declares as a type, a namespace, an alias or a concept; or empty.
std::string type_in(const std::string& text) {
  const std::string code = take_template(text);
  const auto names = base::names_in(code.substr(0, code.find_first_of("{=:;(<")));
  std::size_t at = 0;
  if (names.empty() || !is_among(names[0], kTypes)) {
    return "";
  }
  while (at < names.size() && (is_among(names[at], kTypes) || names[at] == "nodiscard")) {
    ++at;
  }
  return at < names.size() ? names[at] : "";
}

}  // namespace

std::vector<declared_function> functions_named(std::string_view text, std::string_view name) {
  std::vector<declared_function> found;
  const cpp_code code{std::string(text)};
  for (const cpp_statement& each : code.statements()) {
    declared_function function;
    const std::string statement = take_template(each.text, &function.template_parameters);
    const std::size_t at = base::find_word(statement, name);
    const std::size_t open =
        at == std::string::npos ? at : statement.find_first_not_of(' ', at + name.size());
    if (open == std::string::npos || statement[open] != '(') {
      continue;
    }
    function.before = base::trimmed(statement.substr(0, at));
    if (is_type_of_function(function.before) &&
        base::closing_bracket(statement, open) != std::string::npos) {
      function.parameters = base::arguments_of(statement, open);
      std::erase(function.parameters, "");
      found.push_back(std::move(function));
    }
  }
  return found;
}

std::vector<std::string> members_of(std::string_view text, std::string_view name) {
  std::vector<std::string> found;
  const cpp_code code{std::string(text)};
  for (int i = 0; i < static_cast<int>(code.statements().size()) && found.empty(); ++i) {
    if (code[i].is != cpp_statement::kind::type || type_in(code[i].text) != name) {
      continue;
    }
    bool visible = true;
    for (const int member : code.inside(i)) {
      std::string statement = code[member].text;
      for (const std::string_view label : {"private:", "protected:", "public:"}) {
        if (contains(statement, label)) {
          visible = label == "public:";
          statement = base::trimmed(replaced(statement, label, ""));
        }
      }
      statement = take_template(statement);
      statement = statement.substr(0, statement.find_last_not_of(" ;{") + 1);
      const std::size_t open = statement.find('(');
      const auto names = base::names_in(statement.substr(0, open));
      const bool other = std::any_of(names.begin(), names.end(), [](const std::string& word) {
        return word == "using" || word == "friend" || word == "operator" || word == "static_assert";
      });
      if (!visible || names.empty() || other) {
        continue;
      }
      if (open != std::string::npos) {
        found.push_back(names.back() == name ? "" : names.back());
        continue;
      }
      for (const std::string& part : base::arguments_of("(" + statement + ")", 0)) {
        found.push_back(name_of_parameter(part));
      }
    }
    std::erase_if(found,
                  [](const std::string& each) { return each.empty() || each == "requires"; });
  }
  return found;
}

std::vector<std::string> names_declared(std::string_view text) {
  std::vector<std::string> names;
  const cpp_code code{std::string(text)};
  for (const cpp_statement& each : code.statements()) {
    if (const std::string type = type_in(each.text); !type.empty()) {
      names.push_back(type);
      continue;
    }
    for (const base::cpp_setting& set : each.sets) {
      const bool constant =
          set.name.size() > 1 && set.name[0] == 'k' && std::isupper(set.name[1]) != 0;
      if (constant || base::mentions(set.type, "constexpr")) {
        names.push_back(set.name);
      }
    }
    const std::string statement = take_template(each.text);
    const std::string before = statement.substr(0, statement.find('('));
    const auto words = base::names_in(before);
    const bool called =
        before.size() < statement.size() && words.size() > 1 && before.ends_with(words.back());
    if (called &&
        is_type_of_function(base::trimmed(before.substr(0, before.size() - words.back().size())))) {
      names.push_back(words.back());
    }
  }
  return names;
}

bool declares(std::string_view text, std::string_view name) {
  if (base::find_word(text, name) == std::string_view::npos) {
    return false;
  }
  const std::vector<std::string> names = names_declared(text);
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string name_of_parameter(std::string_view parameter) {
  const base::cpp_parameter declared =
      base::parameter_of(parameter.substr(0, parameter.find_first_of("={[")));
  const std::string& type = declared.type;
  return type.empty() || base::is_name_character(type.back()) ||
                 contains(">*&.", type.substr(type.size() - 1))
             ? declared.name
             : "";
}

}  // namespace kw::explain
