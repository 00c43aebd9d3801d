#include "explain/test/public_functions.hpp"

#include <algorithm>
#include <iterator>

#include "common/base/cpp_text.hpp"

namespace kw::explain {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

/// The words of C++ that may be in front of a parenthesis in a class without being a function.
bool is_keyword(std::string_view word) {
  constexpr std::string_view kWords[] = {"requires", "operator", "static_assert", "decltype",
                                         "sizeof",   "noexcept", "explicit",      "alignas"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

/// A macro of the library, such as the one that declares a function again for numbers.
bool is_macro(std::string_view word) {
  return word.starts_with("KW_");
}

/// The end of what stands in braces or parentheses at `at`, or the next character.
std::size_t behind(std::string_view text, std::size_t at) {
  const std::size_t close =
      text[at] == '(' || text[at] == '{' ? base::closing_bracket(text, at) : kNowhere;
  return close == kNowhere ? std::max(base::end_of_literal(text, at), at + 1) : close + 1;
}

}  // namespace

std::vector<std::string> public_functions(std::string_view text, std::string_view class_name) {
  std::vector<std::string> names;
  const std::size_t head = base::find_word(text, "class " + std::string(class_name));
  const std::size_t open = head == kNowhere ? head : text.find('{', head);
  const std::size_t close = open == kNowhere ? open : base::closing_bracket(text, open);
  if (close == kNowhere) {
    return names;
  }
  bool is_public = false;
  std::string word;       // the last one in front of the character at hand
  bool declared = false;  // whether the declaration at hand can have no name any more
  for (std::size_t i = open + 1; i < close;) {
    const char c = text[i];
    if (base::is_name_character(c)) {
      std::size_t end = i;
      while (base::is_name_character(text[end])) {
        ++end;
      }
      word = text.substr(i, end - i);
      i = end;
      continue;
    }
    if (c == ':' && (word == "public" || word == "private" || word == "protected")) {
      is_public = word == "public";
    }
    if (c == '(' && !declared && !word.empty() && !is_keyword(word) && !is_macro(word)) {
      declared = true;
      if (is_public && word != class_name &&
          std::find(names.begin(), names.end(), word) == names.end()) {
        names.push_back(word);
      }
    }
    if (c == '<' && word == "template") {  // whose parameters may have values of their own
      i = std::min(base::closing_angle(text, i), close - 1) + 1;
      continue;
    }
    declared = (declared || c == '=') && c != ';' && c != '{';
    word = std::isspace(static_cast<unsigned char>(c)) != 0 ? word : "";
    i = behind(text, i);
  }
  return names;
}

}  // namespace kw::explain
