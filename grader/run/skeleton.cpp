#include "grader/run/skeleton.hpp"

#include <algorithm>

namespace kw::grader {

std::string skeleton_of(std::string_view solution) {
  constexpr std::string_view kInPlace = "//|";
  std::string result;
  bool answer = false;
  for (std::size_t begin = 0; begin < solution.size();) {
    const std::size_t end = std::min(solution.find('\n', begin), solution.size());
    const std::string_view line = solution.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    std::string_view mark = line.substr(indent);
    if (mark == "//{ solution" || mark == "//}") {
      answer = mark.back() != '}';
    } else if (mark.substr(0, kInPlace.size()) == kInPlace) {
      mark.remove_prefix(kInPlace.size());
      const bool space = !mark.empty() && mark.front() == ' ';
      result += mark.empty() ? "" : std::string(line.substr(0, indent));
      result += std::string(mark.substr(space ? 1 : 0)) + "\n";
    } else if (!answer) {
      result += std::string(line) + "\n";
    }
  }
  return result;
}

}  // namespace kw::grader
