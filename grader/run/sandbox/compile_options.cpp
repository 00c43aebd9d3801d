#include "grader/run/sandbox/compile_options.hpp"

#include <algorithm>
#include <utility>

namespace kw::grader {
namespace {

/// Takes the first line off a text. \returns the line without blanks at its end
std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line.substr(0, line.find_last_not_of(" \t\r") + 1);
}

/// `#include <...>`; the headers of a lesson are named in quotes.
bool includes_a_library(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  return start != std::string_view::npos && line[start] == '#' &&
         line.find("include") != std::string_view::npos && line.find('<') != std::string_view::npos;
}

}  // namespace

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
    } else if (start == "-O" || start == "-D" || start == "-m" || start == "-s" || start == "-g" ||
               start == "--" || (start == "-f" && word.rfind("-forward", 0) != 0) ||
               word.rfind("-Werror=", 0) == 0) {
      flags.push_back(word);  // --generate-code and --expt-relaxed-constexpr are nvcc's
    }
  }
  return flags;
}

bool includes_like_a_skeleton(std::string_view kernel, const std::string& contract) {
  // What else comes before these could change what they mean.
  std::vector<std::string> wanted = {"#include <" + std::string(kLibraryHeader) + ">",
                                     "#include \"" + contract + ".hpp\""};
  while (!wanted.empty() && !kernel.empty()) {
    std::string_view rest = kernel;
    const std::string_view line = take_line(rest);
    const bool comment = line.substr(0, 2) == "//" && line.back() != '\\';
    if (line == wanted.back()) {
      wanted.pop_back();
    } else if (!line.empty() && !comment) {
      break;
    }
    kernel = rest;
  }
  while (!kernel.empty()) {
    if (includes_a_library(take_line(kernel))) {
      return false;
    }
  }
  return wanted.size() < 2;
}

}  // namespace kw::grader
