#include "grader/score/filter.hpp"

namespace kw::grader {
namespace {

bool matches_pattern(std::string_view pattern, std::string_view name) {
  // Greedy matching that goes back to the last star: linear for all patterns people write, and
  // never exponential, unlike the recursive form.
  std::size_t at = 0;
  std::size_t in_pattern = 0;
  std::size_t star = std::string_view::npos;
  std::size_t after_star = 0;
  while (at < name.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = in_pattern++;
      after_star = at;
    } else if (in_pattern < pattern.size() &&
               (pattern[in_pattern] == '?' || pattern[in_pattern] == name[at])) {
      ++in_pattern;
      ++at;
    } else if (star != std::string_view::npos) {
      in_pattern = star + 1;
      at = ++after_star;
    } else {
      return false;
    }
  }
  while (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
    ++in_pattern;
  }
  return in_pattern == pattern.size();
}

bool matches_any(std::string_view patterns, std::string_view name) {
  while (true) {
    const std::size_t colon = patterns.find(':');
    if (matches_pattern(patterns.substr(0, colon), name)) {
      return true;
    }
    if (colon == std::string_view::npos) {
      return false;
    }
    patterns.remove_prefix(colon + 1);
  }
}

}  // namespace

bool matches_filter(std::string_view filter, std::string_view test_name) {
  const std::size_t dash = filter.find('-');
  const std::string_view wanted = dash == 0 ? std::string_view("*") : filter.substr(0, dash);
  if (!matches_any(wanted, test_name)) {
    return false;
  }
  return dash == std::string_view::npos || !matches_any(filter.substr(dash + 1), test_name);
}

}  // namespace kw::grader
