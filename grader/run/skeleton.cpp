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
    if (!std::filesystem::exists(solution)) {
      continue;
    }
    if (std::filesystem::exists(exercise)
            ? base::read_text_file(exercise) != skeleton_of(base::read_text_file(solution))
            : !lesson.elective) {
      return true;
    }
  }
  return false;
}

chosen_parts choose_parts(const std::filesystem::path& root, const course& course,
                          const std::vector<std::string>& names) {
  if (!names.empty()) {
    return {find_parts(course, names), {}};
  }
  chosen_parts parts;
  bool next = true;  // the first lesson that was not begun
  for (const lesson& lesson : course.lessons) {
    if (is_begun(root, lesson)) {
      parts.to_grade.push_back(lesson);
    } else if (!lesson.elective) {
      (next ? parts.to_grade : parts.not_begun).push_back(lesson);
      next = false;
    }
  }
  return parts;
}

}  // namespace kw::grader
