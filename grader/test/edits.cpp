#include "grader/test/edits.hpp"

#include <istream>

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

}  // namespace kw::grader
