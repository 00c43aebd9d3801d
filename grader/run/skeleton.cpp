#include "grader/run/skeleton.hpp"

#include <algorithm>

#include "common/base/files.hpp"

namespace kw::grader {

namespace {

/// Its lines, but for the marks, and what each is.
enum class part { common, answer, in_place };
template <class Take>
void for_each_line(std::string_view solution, const Take& take) {
  constexpr std::string_view kInPlace = "//|";
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
      take(part::in_place, (mark.empty() ? "" : std::string(line.substr(0, indent))) +
                               std::string(mark.substr(space ? 1 : 0)));
    } else {
      take(answer ? part::answer : part::common, std::string(line));
    }
  }
}

std::string without(part left_out, std::string_view solution) {
  std::string result;
  for_each_line(solution, [&](part what, const std::string& line) {
    result += what == left_out ? "" : line + "\n";
  });
  return result;
}

}  // namespace

std::string skeleton_of(std::string_view solution) {
  return without(part::answer, solution);
}

std::string answer_of(std::string_view solution) {
  return without(part::in_place, solution);
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
