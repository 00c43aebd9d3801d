#include "grader/test/edits.hpp"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/run/skeleton.hpp"

namespace kw::grader {

namespace fs = std::filesystem;

std::string solution_of(const fs::path& root, const lesson& lesson, const check& task) {
  return answer_of(base::read_text_file(root / lesson.kernel_file(kernel_tree::solution, task)));
}

std::string edited(const std::string& kernel, std::istream& edits, const std::string& name) {
  std::string text = "\n" + kernel;  // so that every line begins after a newline
  for (bool more = true; more;) {
    std::string old = "\n", now = "\n", line;
    while ((more = static_cast<bool>(std::getline(edits, line))) && !line.empty()) {
      old += line[0] != '+' ? line.substr(1) + "\n" : "";
      now += line[0] != '-' ? line.substr(1) + "\n" : "";
    }
    const std::size_t at = text.find(old);
    if (old != now && (at == std::string::npos || text.find(old, at + 1) != std::string::npos)) {
      throw usage_error(fmt::format("{}: these lines are not in the solution once:{}", name, old));
    }
    text.replace(at, old.size(), now);
  }
  return text.substr(1);
}

std::map<std::string, std::string> wrong_kernels(const fs::path& root, const lesson& lesson,
                                                 const check& task) {
  const std::string solution = solution_of(root, lesson, task);
  std::map<std::string, std::string> edits;
  std::string* now = nullptr;
  std::ifstream lines(root / "lessons" / lesson.folder() / "wrong" /
                      (task.task_name() + ".mistakes"));
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("== ", 0) == 0) {
      now = &edits[line.substr(3)];
    } else if (now != nullptr && (line.empty() || std::string("-+ ").find(line[0]) < 3)) {
      *now += line + "\n";  // before the first edit there are sentences and fields
    }
  }
  std::map<std::string, std::string> kernels;
  for (const auto& [name, text] : edits) {
    std::istringstream stream(text);
    kernels[name] = edited(solution, stream, name);
  }
  return kernels;
}

}  // namespace kw::grader
