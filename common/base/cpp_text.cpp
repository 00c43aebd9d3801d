#include "common/base/cpp_text.hpp"

#include <algorithm>
#include <cctype>

namespace kw::base {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

/// Whether a < can open template arguments: after a name, and closed before the list ends.
bool opens_angle(std::string_view text, std::size_t at) {
  if (text[at] != '<' || at == 0 || !is_name_character(text[at - 1])) {
    return false;
  }
  int depth = 0;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    const char c = text[i];
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    if (depth < 0 || c == ';') {
      return false;
    }
    if (depth == 0 && c == '>' && text[i - 1] != '-') {
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(kSpaces);
  const std::size_t last = text.find_last_not_of(kSpaces);
  return first == kNowhere ? std::string() : std::string(text.substr(first, last - first + 1));
}

std::size_t find_word(std::string_view text, std::string_view name, std::size_t from) {
  for (std::size_t at = from; (at = text.find(name, at)) != kNowhere; ++at) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_name_character(text[at - 1]);
    if (begins && (end >= text.size() || !is_name_character(text[end]))) {
      return at;
    }
  }
  return kNowhere;
}

std::size_t end_of_comment(std::string_view text, std::size_t at) {
  if (text[at] != '/') {
    return at;
  }
  if (text.substr(at, 2) == "//") {
    return std::min(text.find('\n', at), text.size());
  }
  if (text.substr(at, 2) == "/*") {
    const std::size_t end = text.find("*/", at + 2);
    return end == kNowhere ? text.size() : end + 2;
  }
  return at;
}

std::size_t end_of_literal(std::string_view text, std::size_t at) {
  const char quote = text[at];
  if (quote != '"' && (quote != '\'' || (at > 0 && is_name_character(text[at - 1])))) {
    return at;
  }
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != quote && text[end] != '\n') {
    end += text[end] == '\\' ? 2 : 1;
  }
  return end < text.size() && text[end] == quote ? end + 1 : at;
}

std::string without_comments(std::string text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = end_of_comment(text, i);
    if (end == i) {
      i = std::max(end_of_literal(text, i), i + 1);
    }
    for (; i < end; ++i) {
      text[i] = text[i] == '\n' ? '\n' : ' ';
    }
  }
  return text;
}

std::size_t closing_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size();) {
    depth += text[i] == '(' || text[i] == '[' || text[i] == '{';
    depth -= text[i] == ')' || text[i] == ']' || text[i] == '}';
    if (depth == 0) {
      return i;
    }
    i = std::max(end_of_literal(text, i), i + 1);
  }
  return kNowhere;
}

std::size_t closing_angle(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '<';
    depth -= text[i] == '>';
    if (depth == 0) {
      return i;
    }
  }
  return kNowhere;
}

argument_list arguments_at(std::string_view text, std::size_t open) {
  argument_list found;
  int depth = 0, angles = 0;
  std::size_t begin = open + 1;
  for (std::size_t i = begin; i < text.size();) {
    const char c = text[i];
    found.closed = depth == 0 && c == ')';
    if (depth + angles == 0 && (c == ',' || c == ')')) {
      found.items.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    } else if (found.closed) {  // a < that was taken for a bracket
      found.items.push_back(trimmed(text.substr(begin, i - begin)));
    }
    if (found.closed) {
      break;
    }
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    angles += opens_angle(text, i);
    angles -= angles > 0 && c == '>' && text[i - 1] != '-';
    i = std::max(end_of_literal(text, i), i + 1);
  }
  if (found.closed && found.items.back().empty()) {
    found.items.pop_back();
  }
  return found;
}

std::vector<std::string> arguments_of(std::string_view text, std::size_t open) {
  argument_list found = arguments_at(text, std::min(open, text.size()));
  return found.closed ? std::move(found.items) : std::vector<std::string>();
}

}  // namespace kw::base
