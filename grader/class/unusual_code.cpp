#include "grader/class/unusual_code.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "common/base/cpp_text.hpp"

namespace kw::grader {
namespace {

struct token {
  std::string_view text;  // a word, or one other character
  int line = 0;
};

/// All of the code but comments and literals.
std::vector<token> tokens_of(std::string_view code) {
  std::vector<token> tokens;
  int line = 1;
  for (std::size_t at = 0, end = 0; at < code.size(); at = end) {
    end = std::max(base::end_of_comment(code, at), base::end_of_literal(code, at));
    const bool skipped = end > at || std::isspace(static_cast<unsigned char>(code[at])) != 0;
    while (!skipped && end < code.size() && base::is_name_character(code[end])) {
      ++end;
    }
    end = std::max(end, at + 1);
    const std::string_view text = code.substr(at, end - at);
    if (!skipped) {
      tokens.push_back({text, line});
    }
    line += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }
  return tokens;
}

/// Whether the declaration that begins here has a body after its parameters.
bool is_function(const std::vector<token>& tokens, std::size_t i) {
  bool parameters = false;
  for (; i < tokens.size() && tokens[i].text != ";" && tokens[i].text != "="; ++i) {
    parameters = parameters || tokens[i].text == "(";
    if (tokens[i].text == "{") {
      return parameters;
    }
  }
  return false;
}

/// What is unusual about a token, in a word or two.
std::string_view unusual_word(const std::vector<token>& tokens, std::size_t i) {
  constexpr std::array<std::string_view, 9> kWords = {
      "memcpy", "memmove", "bit_cast", "reinterpret_cast", "union",
      "alloca", "asm",     "launder",  "thread_local"};
  const std::string_view text = tokens[i].text;
  const std::string_view next = i + 1 < tokens.size() ? tokens[i + 1].text : "";
  if (std::find(kWords.begin(), kWords.end(), text) != kWords.end()) {
    return text;
  }
  if (text.substr(0, 2) == "__") {
    return text;
  }
  if (text == "#" && next.substr(0, 2) == "if") {
    return next == "ifdef" ? "#ifdef" : next == "ifndef" ? "#ifndef" : "#if";
  }
  if (text == "void" && next == "*") {
    return "void*";
  }
  if (text == "template" && (next == "struct" || next == "class")) {
    return "an explicit instantiation";
  }
  if (text == "static" && next != "constexpr" && next != "const" && !is_function(tokens, i)) {
    return "a static variable";
  }
  return {};
}

/// A declaration at the level of the file: its tokens up to the first `;` or `{`.
struct declaration {
  std::size_t begin = 0, end = 0;

  bool has(const std::vector<token>& tokens, std::string_view word) const {
    return find(tokens, word) < end;
  }
  std::size_t find(const std::vector<token>& tokens, std::string_view word) const {
    std::size_t at = begin;
    while (at < end && tokens[at].text != word) {
      ++at;
    }
    return at;
  }
  bool is_variable(const std::vector<token>& tokens) const {
    constexpr std::array<std::string_view, 13> kOthers = {
        "struct", "class",     "union",  "enum",    "using",         "template", "typedef",
        "const",  "constexpr", "extern", "concept", "static_assert", "namespace"};
    const bool other = std::any_of(kOthers.begin(), kOthers.end(),
                                   [&](std::string_view word) { return has(tokens, word); });
    // Two words at least, and no parameters before a value: `int count`, `float first[4]`.
    return !other && end - begin >= 2 && find(tokens, "(") >= find(tokens, "=");
  }
};

/// The line of the first variable outside of functions and types that can be written; 0 for none.
int line_of_variable(const std::vector<token>& tokens) {
  int depth = 0;  // of braces other than those of namespaces
  declaration current;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "#" && depth == 0) {  // a directive: the rest of its line
      const int line = tokens[i].line;
      while (i + 1 < tokens.size() && tokens[i + 1].line == line) {
        ++i;
      }
      current.begin = i + 1;
    } else if (text == "{" || text == ";") {
      current.end = i;
      if (depth == 0 && current.is_variable(tokens)) {
        return tokens[current.begin].line;
      }
      const bool of_namespace = depth == 0 && current.has(tokens, "namespace");
      depth += text == "{" && !of_namespace ? 1 : 0;
      current.begin = text == ";" || of_namespace ? i + 1 : current.begin;
    } else if (text == "}") {
      depth -= depth > 0 ? 1 : 0;
      constexpr std::string_view kGoOn = ",>;)=.";  // the braces are within a declaration
      const bool goes_on =
          i + 1 < tokens.size() && kGoOn.find(tokens[i + 1].text) != std::string_view::npos;
      current.begin = goes_on ? current.begin : i + 1;
    }
  }
  return 0;
}

}  // namespace

std::vector<std::string> unusual_code(std::string_view kernel) {
  constexpr std::size_t kMost = 6;
  const std::vector<token> tokens = tokens_of(kernel);
  std::vector<std::string> found;
  std::set<std::string_view> known;
  for (std::size_t i = 0; i < tokens.size() && found.size() < kMost; ++i) {
    const std::string_view word = unusual_word(tokens, i);
    if (!word.empty() && known.insert(word).second) {
      found.push_back(fmt::format("{} in line {}", word, tokens[i].line));
    }
  }
  if (const int line = line_of_variable(tokens); line > 0) {
    found.push_back(fmt::format("a variable outside of functions in line {}", line));
  }
  return found;
}

}  // namespace kw::grader
