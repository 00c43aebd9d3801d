#include "explain/declarations.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/pattern.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

constexpr std::string_view kNoTypes[] = {"return", "else", "throw", "new", "case", "goto", "using"};

/// The text between the end of the statement before `at` and `at`.
std::string statement_before(std::string_view text, std::size_t at) {
  const std::size_t end = text.find_last_of(";{}", at == 0 ? 0 : at - 1);
  return base::trimmed(text.substr(end == std::string_view::npos ? 0 : end + 1,
                                   at - (end == std::string_view::npos ? 0 : end + 1)));
}

/// Whether what is in front of a name and a parenthesis can be the type of a function.
bool is_type_of_function(const std::string& before) {
  const std::string last = first_match(before, R"((\w+)[\s&*>]*$)");
  const bool ends_well =
      !before.empty() && (base::is_name_character(before.back()) || before.back() == '>' ||
                          before.back() == '*' || before.back() == '&');
  return ends_well && !search(before, R"([=.]|\()") &&
         std::find(std::begin(kNoTypes), std::end(kNoTypes), last) == std::end(kNoTypes);
}

/// Splits "template <int N, class T> KW_HD auto" at the template's parameters.
void take_template(std::string& before, std::vector<std::string>& parameters) {
  const auto head = find(before, R"(^template\s*<)");
  if (!head) {
    return;
  }
  const std::size_t open = head->end - 1, close = base::closing_angle(before, open);
  if (close != std::string::npos) {
    parameters = base::arguments_of("(" + before.substr(open + 1, close - open - 1) + ")", 0);
    before = base::trimmed(std::string_view(before).substr(close + 1));
  }
}

/// The body of a type, without its braces; empty if the text does not define it.
std::string_view body_of(std::string_view text, std::string_view name) {
  const std::string pattern = R"(\b(?:struct|class)\s+(?:\[\[\w+\]\]\s*)?)" + std::string(name) +
                              R"(\b[^;{}()]*\{|\benum\s+(?:class\s+|struct\s+)?)" +
                              std::string(name) + R"(\b[^;{}()]*\{)";
  const auto found = find(text, pattern);
  if (!found) {
    return {};
  }
  const std::size_t close = base::closing_bracket(text, found->end - 1);
  return close == std::string_view::npos ? std::string_view()
                                         : text.substr(found->end, close - found->end);
}

/// The statements of a body, each with `{}` in place of what is in its own braces.
std::vector<std::string> statements_of(std::string_view body) {
  std::vector<std::string> found(1);
  for (std::size_t i = 0; i < body.size(); ++i) {
    const std::size_t close =
        body[i] == '{' ? base::closing_bracket(body, i) : std::string_view::npos;
    if (close != std::string_view::npos) {
      found.back() += "{}";
      i = close;
      if (contains(found.back(), "(")) {
        found.emplace_back();  // the end of a function
      }
    } else if (body[i] == ';') {
      found.emplace_back();
    } else {
      found.back() += body[i];
    }
  }
  return found;
}

}  // namespace

std::vector<declared_function> functions_named(std::string_view text, std::string_view name) {
  std::vector<declared_function> found;
  for (std::size_t at = 0; (at = base::find_word(text, name, at)) != std::string_view::npos;) {
    const std::size_t begin = at;
    at += name.size();
    const std::size_t open = text.find_first_not_of(" \n", at);
    if (open == std::string_view::npos || text[open] != '(') {
      continue;
    }
    const std::size_t close = base::closing_bracket(text, open);
    std::string before = statement_before(text, begin);
    if (close == std::string_view::npos || before.ends_with("::")) {
      continue;
    }
    declared_function function;
    take_template(before, function.template_parameters);
    if (is_type_of_function(before)) {
      function.before = before;
      function.parameters = base::arguments_of(text, open);
      std::erase(function.parameters, "");
      found.push_back(std::move(function));
    }
  }
  return found;
}

std::vector<std::string> members_of(std::string_view text, std::string_view name) {
  const std::string_view body = body_of(text, name);
  std::vector<std::string> found;
  if (search(text,
             R"(\benum\s+(?:class\s+|struct\s+)?)" + std::string(name) + R"(\b[^;{}()]*\{)")) {
    for (const match& each : find_all(body, R"((\w+)\s*(?:=[^,]*)?(?:,|\s*$))")) {
      found.push_back(each[1]);
    }
    return found;
  }
  bool visible = true;
  for (std::string statement : statements_of(body)) {
    for (const std::string_view label : {"private:", "protected:", "public:"}) {
      if (contains(statement, label)) {
        visible = label == "public:";
        statement = replaced(statement, label, "");
      }
    }
    std::vector<std::string> parameters;
    statement = base::trimmed(statement);
    take_template(statement, parameters);
    const std::string function = first_match(statement, R"(([A-Za-z_]\w*)\s*\()");
    if (!visible || search(statement, R"(\b(?:using|friend|operator|static_assert)\b)")) {
      continue;
    }
    if (!function.empty() && function != name) {
      found.push_back(function);
    } else if (function.empty()) {
      for (const std::string& part : base::arguments_of("(" + statement + ")", 0)) {
        found.push_back(name_of_parameter(part));
      }
    }
  }
  std::erase_if(found, [](const std::string& each) { return each.empty() || each == "requires"; });
  return found;
}

std::vector<std::string> names_declared(std::string_view text) {
  std::vector<std::string> names;
  for (const match& each : find_all(
           text, R"(\b(?:struct|class|using|concept|namespace)\s+([A-Za-z_]\w*)\s*(?:[;{=:<])|)"
                 R"(\benum\s+(?:class\s+|struct\s+)?(\w+)|)"
                 R"(\bconstexpr\s+[\w:<>]+\s+(\w+)\s*(?:=|\{|;)|)"
                 R"((?:[\w>*&])\s+\*?&?([A-Za-z_]\w*)\()")) {
    for (std::size_t i = 1; i < each.groups.size(); ++i) {
      if (!each[i].empty() && (i < 4 || !functions_named(text, each[i]).empty())) {
        names.push_back(each[i]);
      }
    }
  }
  for (const match& each : find_all(text, R"(\b(k[A-Z]\w*)\s*=[^=])")) {
    names.push_back(each[1]);
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
  const std::size_t end = parameter.find_first_of("={[");
  const std::string declared = base::trimmed(parameter.substr(0, end));
  return search(declared, R"([\w>*&.]\s+[&*]*\w+$|[*&>]\w+$|^\w+$)")
             ? first_match(declared, R"((\w+)$)")
             : "";
}

}  // namespace kw::explain
