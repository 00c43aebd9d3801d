#include "grader/model/next_step.hpp"

#include <algorithm>
#include <cstdlib>

namespace kw::grader {
namespace {

bool prerequisites_met(const report& report, const lesson& lesson) {
  return std::all_of(lesson.prerequisites.begin(), lesson.prerequisites.end(), [&](int number) {
    return std::all_of(report.lessons.begin(), report.lessons.end(), [&](const auto& other) {
      return other.definition.number != number || passed_core(other);
    });
  });
}

/// The lesson's next step, as long as it has an open check.
std::optional<next_step> step_in(const lesson_result& lesson) {
  next_step step;
  step.lesson = &lesson;
  step.check = first_open_check(lesson);
  if (step.check == nullptr) {
    return std::nullopt;
  }
  step.test = step.check->state == task_state::built ? telling_test(*step.check) : nullptr;
  return step;
}

/// The line of the kernel file that a test's findings or its message name first; 0 for none.
int blamed_line(const test_result& test, const check_result& check) {
  for (const finding& found : test.findings) {
    if (check.kernel_file == found.file && found.line > 0) {
      return found.line;
    }
  }
  const std::string mark = check.kernel_file.string() + ":";
  const std::size_t at = test.message.find(mark);
  return at == std::string::npos ? 0 : std::atoi(test.message.c_str() + at + mark.size());
}

}  // namespace

bool passed_core(const lesson_result& result) {
  return std::all_of(result.checks.begin(), result.checks.end(), [](const check_result& check) {
    return !opens_next_lesson(check.definition.kind) || check.complete();
  });
}

std::optional<next_step> find_next_step(const report& report) {
  for (const lesson_result& lesson : report.lessons) {
    if (!passed_core(lesson) && prerequisites_met(report, lesson.definition)) {
      return step_in(lesson);
    }
  }
  for (const lesson_result& lesson : report.lessons) {
    if (const auto step = step_in(lesson)) {
      return step;
    }
  }
  return std::nullopt;
}

open_place place_to_open(const next_step& step) {
  const check_result& check = *step.check;
  if (check.error) {
    return {check.error->line, ""};
  }
  const int found_at = step.test != nullptr ? blamed_line(*step.test, check) : 0;
  const todo* nearest = nullptr;
  for (const todo& candidate : check.todos) {
    if (nearest == nullptr || candidate.line <= found_at) {
      nearest = &candidate;
    }
  }
  return nearest != nullptr ? open_place{nearest->line, nearest->text} : open_place{found_at, ""};
}

const check_result* first_open_check(const lesson_result& result) {
  const check_result* optional = nullptr;
  for (const check_result& check : result.checks) {
    if (check.complete() || !check.scored()) {
      continue;
    }
    if (opens_next_lesson(check.definition.kind)) {
      return &check;
    }
    optional = optional != nullptr ? optional : &check;
  }
  return optional;
}

const test_result* telling_test(const check_result& check) {
  const test_result* first = nullptr;
  for (const test_result& test : check.tests) {
    if (test.status == test_status::passed || test.status == test_status::skipped) {
      continue;
    }
    if (!test.findings.empty()) {
      return &test;
    }
    first = first != nullptr ? first : &test;
  }
  return first;
}

}  // namespace kw::grader
