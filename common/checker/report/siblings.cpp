#include "common/checker/report/siblings.hpp"

#include <vector>

#include "common/base/cpp_text.hpp"

namespace kw::runtime {
namespace {

// Names and numbers as one text each, other characters on their own.
std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  bool in_name = false;
  for (const char c : text) {
    const bool name = base::is_name_character(c);
    if (name && in_name) {
      tokens.back() += c;
    } else if (c != ' ') {
      tokens.emplace_back(1, c);
    }
    in_name = name;
  }
  return tokens;
}

}  // namespace

std::string compare_with_sibling(const site& s, const numbered_line& line) {
  const std::vector<std::string> own = tokens_of(line.text);
  for (const numbered_line& l :
       kernel_lines(s.e.place.file == nullptr ? "" : s.e.place.file, s.kernel)) {
    const std::vector<std::string> other = tokens_of(l.text);
    if (l.number == line.number || other.size() != own.size()) {
      continue;
    }
    std::vector<std::size_t> different;
    bool other_buffer = false;
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (own[i] != other[i]) {
        different.push_back(i);
        other_buffer = other_buffer || own[i] == s.buffer;
      }
    }
    // The variable that is made, the buffer, and one more.
    const std::size_t last = different.empty() ? 0 : different.back();
    if (different.size() == 3 && other_buffer && own[last] != s.buffer &&
        base::is_name_character(own[last][0])) {
      return "Line " + std::to_string(l.number) + " does the same for another buffer, with `" +
             other[last] + "` where this one has `" + own[last] + "`.";
    }
  }
  return "";
}

}  // namespace kw::runtime
