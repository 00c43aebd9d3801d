#include "grader/run/sandbox/allowed_symbols.hpp"

#include <cxxabi.h>
#include <fnmatch.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <sstream>

namespace kw::grader {
namespace {

bool matches(const std::vector<std::string>& patterns, const std::string& name) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
  });
}

/// Whether a name can be put into words: what it repeats is written as references, and references
/// to references can make it longer than any memory.
bool is_short_in_words(const std::string& name) {
  constexpr std::size_t kLongest = 600;
  constexpr int kMostReferences = 12;
  int references = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    const std::size_t end = name.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", i + 1);
    const bool refers = (name[i] == 'S' || name[i] == 'T') && end != std::string::npos;
    references += refers && name[end] == '_' ? 1 : 0;
  }
  return name.size() <= kLongest && references <= kMostReferences;
}

}  // namespace

symbol_list::symbol_list(std::string_view text, std::string_view section) {
  const std::string heading = "[" + std::string(section) + "]";
  std::istringstream lines{std::string(text)};
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    if (line.rfind('[', 0) == 0) {
      inside = line == heading;
      continue;
    }
    for (std::string word; inside && words >> word;) {
      if (word.front() == '!') {
        refused_.push_back(word.substr(1));
      } else if (word.find_first_of("*?[") != std::string::npos) {
        patterns_.push_back(word);
      } else {
        names_.insert(word);
      }
    }
  }
}

bool symbol_list::refuses(const std::string& name) const {
  return matches(refused_, name);
}

bool symbol_list::holds(const std::string& name) const {
  if (refuses(name)) {
    return false;
  }
  if (names_.count(name) > 0 || matches(patterns_, name)) {
    return true;
  }
  const std::string function = function_name(name);
  return function.rfind("kw::", 0) == 0 &&
         (names_.count(function) > 0 || matches(patterns_, function));
}

const symbol_list& system_symbols() {
  static const symbol_list all(embedded_rules("allowed_symbols.txt"), "system");
  return all;
}

const symbol_list& course_symbols() {
  static const symbol_list all(embedded_rules("allowed_symbols.txt"), "course");
  return all;
}

std::string demangled(const std::string& name) {
  constexpr std::size_t kShown = 120;
  if (!is_short_in_words(name)) {
    return name.size() <= kShown ? name : name.substr(0, kShown) + "...";
  }
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text ? text.get() : name;
}

std::string function_name(const std::string& symbol) {
  const std::string text = demangled(symbol);
  return text.substr(0, text.find('('));
}

}  // namespace kw::grader
