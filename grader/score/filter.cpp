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

// What a filter excludes is excluded whatever comes before it, so such a pattern has to go.
std::string with_test(const std::string& filter, const std::string& test_name) {
  if (filter.empty()) {
    return test_name;
  }
  const std::size_t dash = filter.find('-');
  std::string result = dash == 0 ? "*" : filter.substr(0, dash);
  if (!matches_filter(result, test_name)) {
    result += ":" + test_name;
  }
  std::string excluded;
  for (std::size_t begin = dash; dash != std::string::npos && begin < filter.size();) {
    const std::size_t end = std::min(filter.find(':', begin + 1), filter.size());
    const std::string pattern = filter.substr(begin + 1, end - begin - 1);
    if (!matches_filter(pattern, test_name)) {
      excluded += (excluded.empty() ? "-" : ":") + pattern;
    }
    begin = end;
  }
  return result + excluded;
}

}  // namespace kw::grader
