#include "grader/run/sandbox/compile_options.hpp"

#include <utility>

namespace kw::grader {
std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char letter = command[i];
    if (quote == 0 && (letter == ' ' || letter == '\t' || letter == '\n')) {
      if (in_word) {
        words.push_back(std::move(word));
      }
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    if (letter == '\\' && quote != '\'' && i + 1 < command.size()) {
      word += command[++i];
    } else if (quote == 0 && (letter == '"' || letter == '\'')) {
      quote = letter;
    } else if (letter == quote) {
      quote = 0;
    } else {
      word += letter;
    }
  }
  if (in_word) {
    words.push_back(std::move(word));
  }
  return words;
}

std::vector<std::string> compile_options(const std::vector<std::string>& words) {
  std::vector<std::string> flags;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string start = word.substr(0, 2);
    if (word == "-Xcudafe" || word == "--diag-error") {  // nvcc's, with a value as the next word
      flags.push_back(word);
      if (++i < words.size()) {
        flags.push_back(words[i]);
      }
    } else if (start == "-O" || start == "-D" || start == "-m" || start == "-s" || start == "--" ||
               (start == "-f" && word.rfind("-forward", 0) != 0) ||
               word.rfind("-Werror=", 0) == 0) {
      flags.push_back(word);  // --generate-code and --expt-relaxed-constexpr are nvcc's
    }
  }
  return flags;
}

}  // namespace kw::grader
