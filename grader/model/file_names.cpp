#include "grader/model/file_names.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "common/base/edit_distance.hpp"
#include "explain/text.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

/// The name without its endings; empty when they are not those of a source.
std::string stem_of(std::string_view file) {
  const auto parts = explain::match_whole(file, "(?i)(.+?)([.](cpp|cc|cxx|c[+][+]|c|cu|txt))+");
  return parts ? (*parts)[1] : "";
}

/// The name without what browsers, learning platforms and file managers add to a copy's.
std::string without_copy_mark(const std::string& stem) {
  constexpr std::string_view kMark =
      "(?i)^copy[ _-]of[ _-]+|[ _-]*[(][0-9]+[)]$|[ _-]+[0-9]{1,2}$|[ _-]+copy([ _-]*[0-9]+)?$";
  std::string result;
  std::size_t from = 0;
  for (const explain::match& mark : explain::find_all(stem, kMark)) {
    result += stem.substr(from, mark.begin - from);
    from = mark.end;
  }
  return result + stem.substr(from);
}

/// Letters and digits alone, in small letters: "VectorAdd", "vector-add" and "vector_add" are one.
std::string squashed(std::string_view name) {
  std::string result;
  for (const char letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0) {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
  }
  return result;
}

std::string without_number(const std::string& name) {
  const std::size_t at = name.find_first_not_of("0123456789 _-");
  return at == std::string::npos ? name : name.substr(at);
}

/// How far a name is from a task's, with or without the number in front.
std::size_t distance(const std::string& stem, const check& task) {
  const std::string name = task.task_name();
  return std::min(
      base::edit_distance(squashed(stem), squashed(name)),
      base::edit_distance(squashed(without_number(stem)), squashed(without_number(name))));
}

/// The nearest task that is at most `most` edits away, unless another is as near.
const check* nearest(const lesson& lesson, const std::string& stem, std::size_t most) {
  const check* best = nullptr;
  bool unique = false;
  for (const check* task : lesson.tasks()) {
    const std::size_t far = distance(stem, *task);
    if (far <= most) {
      unique = best == nullptr || far < most;
      best = task;
      most = far;
    }
  }
  return unique ? best : nullptr;
}

}  // namespace

const check* task_meant(const lesson& lesson, std::string_view file) {
  const std::string stem = stem_of(file);
  if (stem.empty()) {
    return nullptr;
  }
  const std::string original = without_copy_mark(stem);
  for (const std::string& name : {stem, original}) {
    if (const check* task = nearest(lesson, name, 0)) {
      return task;
    }
  }
  return nearest(lesson, original, original.size() / 6);
}

std::vector<stray_file> find_strays(const fs::path& root, const lesson& lesson, kernel_tree tree) {
  std::vector<stray_file> strays;
  if (lesson.checks.empty()) {
    return strays;
  }
  const fs::path folder = lesson.kernel_file(tree, lesson.checks.front()).parent_path();
  std::error_code error;
  for (auto at = fs::directory_iterator(root / folder, error);
       !error && at != fs::directory_iterator(); at.increment(error)) {
    const fs::path file = folder / at->path().filename();
    const check* task = task_meant(lesson, file.filename().string());
    if (task != nullptr && file != lesson.kernel_file(tree, *task) && at->is_regular_file(error)) {
      strays.push_back({file, task});
    }
  }
  std::sort(strays.begin(), strays.end(),
            [](const stray_file& a, const stray_file& b) { return a.file < b.file; });
  return strays;
}

}  // namespace kw::grader
