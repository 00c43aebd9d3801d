#include "grader/class/unusual_code.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "common/base/cpp_code.hpp"
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

/// What is unusual about a token, in a word or two.
std::string_view unusual_word(const std::vector<token>& tokens, std::size_t i,
                              const base::cpp_code& code) {
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
  const int statement = code.at(tokens[i].line);
  const bool function = statement >= 0 && code[statement].is == base::cpp_statement::kind::function;
  const bool variable = text == "static" && next != "constexpr" && next != "const" && !function;
  return variable ? "a static variable" : std::string_view();
}

/// Whether a statement is in no function and no type.
bool is_at_file_level(const base::cpp_code& code, const base::cpp_statement& statement) {
  const int around = statement.around;
  return around < 0 ||
         (base::mentions(code[around].text, "namespace") && is_at_file_level(code, code[around]));
}

/// Whether a statement declares a variable that can be written.
bool is_variable(const base::cpp_statement& statement) {
  constexpr std::array<std::string_view, 13> kOthers = {
      "struct", "class",     "union",  "enum",    "using",         "template", "typedef",
      "const",  "constexpr", "extern", "concept", "static_assert", "namespace"};
  const bool other = std::any_of(kOthers.begin(), kOthers.end(), [&](std::string_view word) {
    return base::mentions(statement.text, word);
  });
  // Two words at least, and no parameters before a value: `int count`, `float first[4]`.
  return !other && statement.is == base::cpp_statement::kind::plain &&
         statement.text.find(' ') != std::string::npos &&
         statement.text.find('(') >= statement.text.find('=');
}

/// The line of the first variable outside of functions and types that can be written; 0 for none.
int line_of_variable(const base::cpp_code& code) {
  const auto& all = code.statements();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& statement) {
    return is_variable(statement) && is_at_file_level(code, statement);
  });
  return found == all.end() ? 0 : found->line;
}

}  // namespace

std::vector<std::string> unusual_code(std::string_view kernel) {
  constexpr std::size_t kMost = 6;
  const std::vector<token> tokens = tokens_of(kernel);
  const base::cpp_code code{std::string(kernel)};
  std::vector<std::string> found;
  std::set<std::string_view> known;
  for (std::size_t i = 0; i < tokens.size() && found.size() < kMost; ++i) {
    const std::string_view word = unusual_word(tokens, i, code);
    if (!word.empty() && known.insert(word).second) {
      found.push_back(fmt::format("{} in line {}", word, tokens[i].line));
    }
  }
  if (const int line = line_of_variable(code); line > 0) {
    found.push_back(fmt::format("a variable outside of functions in line {}", line));
  }
  return found;
}

}  // namespace kw::grader
