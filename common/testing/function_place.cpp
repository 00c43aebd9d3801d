#include "kernelwright/testing/function_place.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "common/base/cpp_text.hpp"
#include "common/base/files.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {
namespace {

// Where the parameters of a function end that is defined here, or npos where it is only called:
// after them comes a body.
std::size_t body_after(const std::string& code, std::size_t open) {
  const std::size_t close = base::closing_bracket(code, open);
  const std::size_t next =
      close == std::string::npos ? close : code.find_first_not_of(" \n\t", close + 1);
  return next != std::string::npos && code[next] == '{' ? next : std::string::npos;
}

}  // namespace

std::string learners_file() {
  const char* other = std::getenv("KW_EXERCISE_FILE");
  return other != nullptr ? other : (std::filesystem::path(KW_ROOT) / current_lesson.file).string();
}

std::string place_of_function(const std::string& function) {
  if (std::string(current_lesson.tree) != "exercise") {
    return "";
  }
  const std::string code = base::without_comments(base::read_text_file(learners_file()));
  for (auto at = code.find(function + "("); at != std::string::npos;
       at = code.find(function + "(", at + 1)) {
    const std::size_t body = body_after(code, at + function.size());
    if ((at > 0 && base::is_name_character(code[at - 1])) || body == std::string::npos) {
      continue;
    }
    const std::size_t end = base::closing_bracket(code, body);
    const std::size_t result = end == std::string::npos ? end : code.rfind("return ", end);
    const std::size_t place = result == std::string::npos || result < body ? at : result;
    const auto line =
        1 + std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(place), '\n');
    return std::string(current_lesson.file) + ":" + std::to_string(line) + ": ";
  }
  return "";
}

}  // namespace kw::testing
