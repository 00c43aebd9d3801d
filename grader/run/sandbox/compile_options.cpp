#include "grader/run/sandbox/compile_options.hpp"

#include <wordexp.h>

#include <utility>

namespace kw::grader {

std::vector<std::string> split_command(const std::string& command) {
  wordexp_t found{};
  if (wordexp(command.c_str(), &found, WRDE_NOCMD | WRDE_UNDEF) != 0) {
    return {};
  }
  std::vector<std::string> words(found.we_wordv, found.we_wordv + found.we_wordc);
  wordfree(&found);
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
