#include "grader/score/filter.hpp"

#include <fnmatch.h>

namespace kw::grader {
namespace {

/// The wildcards are the shell's.
bool matches_any(std::string_view patterns, const std::string& name) {
  while (true) {
    const std::size_t colon = patterns.find(':');
    const std::string pattern(patterns.substr(0, colon));
    if (fnmatch(pattern.c_str(), name.c_str(), FNM_NOESCAPE) == 0) {
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
  const std::string name(test_name);
  return matches_any(wanted, name) &&
         (dash == std::string_view::npos || !matches_any(filter.substr(dash + 1), name));
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
