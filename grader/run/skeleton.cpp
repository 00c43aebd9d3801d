#include "grader/run/skeleton.hpp"

#include <algorithm>

#include "common/base/files.hpp"

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

bool is_begun(const std::filesystem::path& root, const lesson& lesson) {
  for (const check* task : lesson.tasks()) {
    const auto exercise = root / lesson.kernel_file(kernel_tree::exercise, *task);
    const auto solution = root / lesson.kernel_file(kernel_tree::solution, *task);
    if (std::filesystem::exists(exercise) && std::filesystem::exists(solution) &&
        base::read_text_file(exercise) != skeleton_of(base::read_text_file(solution))) {
      return true;
    }
  }
  return false;
}

std::vector<lesson> parts_to_grade(const std::filesystem::path& root, const course& course,
                                   const std::vector<std::string>& names) {
  std::vector<lesson> parts = find_parts(course, names);
  for (const lesson& lesson : course.lessons) {
    if (names.empty() && lesson.elective && is_begun(root, lesson)) {
      parts.push_back(lesson);
    }
  }
  return parts;
}

}  // namespace kw::grader
