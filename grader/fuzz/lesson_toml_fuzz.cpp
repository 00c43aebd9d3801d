#include "fuzz.hpp"
#include "grader/model/course.hpp"
#include "grader/model/error.hpp"
#include "grader/model/policy.hpp"
#include "memory_file.hpp"

void kw::grader::read_hostile(std::string_view input) {
  const memory_file file(input);
  std::vector<problem> problems;
  (void)read_lesson(file.path(), "lesson.toml", problems);
  for (const problem& one : problems) {
    (void)to_text(one);
  }
  try {
    (void)read_policy(file.path());
  } catch (const usage_error&) {
  }
  try {
    (void)read_adjustments(file.path());
  } catch (const usage_error&) {
  }
}
