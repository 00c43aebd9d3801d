// What statements set, and the names and calls in them.
#include <algorithm>
#include <utility>

#include "common/base/cpp_code.hpp"
#include "common/base/cpp_text.hpp"

namespace kw::base {
namespace {

constexpr std::size_t kNotThere = std::string_view::npos;

// Where an assignment stands outside of all brackets; npos if there is none.
std::size_t assignment_in(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    i = std::max(end_of_literal(text, i), i + 1) - 1;
    const char c = text[i];
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    if (depth == 0 && c == '=' && i > 0 &&
        std::string_view("=!<>").find(text[i - 1]) == kNotThere) {
      return i + 1 < text.size() && text[i + 1] == '=' ? kNotThere : i;
    }
  }
  return kNotThere;
}

std::size_t begin_of_last_name(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && is_name_character(text[begin - 1])) {
    --begin;
  }
  return begin;
}

// \param type  of the declaration that it is part of; empty if it begins one
cpp_setting one_setting(std::string_view text, const std::string& type) {
  for (const std::string_view sign : {"++", "--"}) {
    if (text.starts_with(sign) || text.ends_with(sign)) {
      const std::string name =
          trimmed(text.starts_with(sign) ? text.substr(2) : text.substr(0, text.size() - 2));
      return std::all_of(name.begin(), name.end(), is_name_character)
                 ? cpp_setting{"", name, std::string(sign), ""}
                 : cpp_setting{};
    }
  }
  const std::size_t equals = assignment_in(text);
  const std::size_t brace = text.find('{');
  if (equals == kNotThere && (brace == kNotThere || !text.ends_with('}'))) {
    return {};
  }
  std::size_t end = equals == kNotThere ? brace : equals;
  std::string sign = equals == kNotThere ? "{" : "=";
  if (equals != kNotThere && end > 0 &&
      std::string_view("+-*/%&|^").find(text[end - 1]) != kNotThere) {
    sign = std::string(1, text[--end]) + "=";
  }
  const std::string left = trimmed(text.substr(0, end));
  const std::string value = equals == kNotThere
                                ? trimmed(text.substr(brace + 1, text.size() - brace - 2))
                                : trimmed(text.substr(equals + 1));
  const cpp_parameter declared = parameter_of(left);
  const bool variable = !declared.name.empty() && !declared.type.starts_with('*') &&
                        declared.type.find_first_of("([.") == kNotThere;
  return variable && (sign != "{" || !declared.type.empty() || !type.empty())
             ? cpp_setting{declared.type.empty() ? type : declared.type, declared.name, sign, value}
             : cpp_setting{};
}

}  // namespace

std::vector<cpp_setting> settings_in(std::string_view statement) {
  std::vector<cpp_setting> found;
  std::string text = trimmed(statement);
  if (text.starts_with("[[") && text.find("]]") != kNotThere) {
    text = trimmed(std::string_view(text).substr(text.find("]]") + 2));
  }
  if (find_word(text, "for") == 0 || find_word(text, "while") == 0) {
    cpp_statement head;
    head.text = text;
    const std::vector<std::string> parts = head.parts();
    for (std::size_t i = 0; parts.size() == 3 && i < 3; i += 2) {
      const std::vector<cpp_setting> more = settings_in(parts[i] + ";");
      found.insert(found.end(), more.begin(), more.end());
    }
    return found;
  }
  if (find_word(text, "return") == 0 || !text.ends_with(';')) {
    return found;
  }
  text.pop_back();
  for (const std::string& part : arguments_of("(" + text + ")", 0)) {
    cpp_setting one = one_setting(part, found.empty() ? "" : found.front().type);
    if (!one.name.empty()) {
      found.push_back(std::move(one));
    }
  }
  return found;
}

cpp_parameter parameter_of(std::string_view text) {
  const std::string declarator = trimmed(text.substr(0, text.find('=')));
  const std::size_t begin = begin_of_last_name(declarator);
  return {trimmed(std::string_view(declarator).substr(0, begin)), declarator.substr(begin)};
}

std::vector<std::string> names_in(std::string_view expression) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < expression.size();) {
    std::size_t end = i;
    while (end < expression.size() && is_name_character(expression[end])) {
      ++end;
    }
    const bool member = i > 0 && expression[i - 1] == '.';
    if (end > i && !member) {
      names.emplace_back(expression.substr(i, end - i));
    }
    i = std::max(end, i + 1);
  }
  return names;
}

bool mentions(std::string_view text, std::string_view name) {
  return !name.empty() && find_word(text, name) != kNotThere;
}

std::vector<std::vector<std::string>> calls_in(std::string_view text, std::string_view function) {
  std::vector<std::vector<std::string>> found;
  for (std::size_t at = find_word(text, function); at != kNotThere;
       at = find_word(text, function, at + 1)) {
    std::size_t open = at + function.size();
    if (open < text.size() && text[open] == '<') {  // `launch<c.warps>(...)`
      const std::size_t close = closing_angle(text, open);
      open = close == kNotThere ? open : close + 1;
    }
    if (open < text.size() && text[open] == '(' && arguments_at(text, open).closed) {
      found.push_back(arguments_of(text, open));
    }
  }
  return found;
}

}  // namespace kw::base
