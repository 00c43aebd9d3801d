#include "grader/scoring.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "grader/filter.hpp"

namespace kw::grader {

std::string_view to_text(test_status status) {
  switch (status) {
    case test_status::passed:
      return "passed";
    case test_status::failed:
      return "failed";
    case test_status::skipped:
      return "skipped";
    case test_status::crashed:
      return "crashed";
    case test_status::hung:
      return "hung";
    case test_status::missing:
      return "missing";
  }
  return "missing";
}

std::string_view to_text(lesson_state state) {
  switch (state) {
    case lesson_state::complete:
      return "complete";
    case lesson_state::incomplete:
      return "incomplete";
    case lesson_state::compile_failed:
      return "compile-failed";
    case lesson_state::file_missing:
      return "file-missing";
  }
  return "incomplete";
}

namespace {

check_result score_check(const check& definition, const std::vector<test_result>& tests,
                         std::vector<bool>& claimed) {
  check_result result;
  result.definition = definition;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!matches_filter(definition.tests, tests[i].name)) {
      continue;
    }
    claimed[i] = true;
    result.tests.push_back(tests[i]);
    result.passed += tests[i].status == test_status::passed ? 1 : 0;
    result.counted += tests[i].status == test_status::skipped ? 0 : 1;
  }
  if (result.counted > 0) {
    const double share = static_cast<double>(result.passed) / result.counted;
    result.points = std::round(definition.points * share * 100) / 100;
  }
  return result;
}

bool prerequisites_met(const report& report, const lesson& lesson) {
  return std::all_of(lesson.prerequisites.begin(), lesson.prerequisites.end(), [&](int number) {
    return std::all_of(report.lessons.begin(), report.lessons.end(), [&](const auto& other) {
      return other.definition->number != number || passed_core(other);
    });
  });
}

next_step step_in(const lesson_result& lesson) {
  next_step step;
  step.lesson = &lesson;
  if (!lesson.error && lesson.state == lesson_state::incomplete) {
    step.check = first_open_check(lesson);
    step.test = step.check != nullptr ? telling_test(*step.check) : nullptr;
  }
  return step;
}

/// The line of the kernel file that a test's findings or its message name first; 0 for none.
int blamed_line(const test_result& test, const lesson_result& lesson) {
  for (const finding& found : test.findings) {
    if (lesson.kernel_file == found.file && found.line > 0) {
      return found.line;
    }
  }
  const std::string mark = lesson.kernel_file.string() + ":";
  const std::size_t at = test.message.find(mark);
  return at == std::string::npos ? 0 : std::atoi(test.message.c_str() + at + mark.size());
}

}  // namespace

void score_lesson(lesson_result& result, const std::vector<test_result>& tests) {
  std::vector<bool> claimed(tests.size(), false);
  for (const check& definition : result.definition->checks) {
    result.checks.push_back(score_check(definition, tests, claimed));
    result.points += result.checks.back().points;
  }
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!claimed[i]) {
      result.unclaimed.push_back(tests[i]);
    }
  }
  result.max_points = result.definition->points();
  const bool complete = std::all_of(result.checks.begin(), result.checks.end(),
                                    [](const check_result& check) { return check.complete(); });
  if (result.state == lesson_state::incomplete && complete) {
    result.state = lesson_state::complete;
  }
}

bool passed_core(const lesson_result& result) {
  return std::all_of(result.checks.begin(), result.checks.end(), [](const check_result& check) {
    return check.definition.kind == check_kind::stretch || check.complete();
  });
}

std::optional<next_step> find_next_step(const report& report) {
  for (const lesson_result& lesson : report.lessons) {
    if (!passed_core(lesson) && prerequisites_met(report, *lesson.definition)) {
      return step_in(lesson);
    }
  }
  for (const lesson_result& lesson : report.lessons) {
    if (lesson.state != lesson_state::complete) {
      return step_in(lesson);
    }
  }
  return std::nullopt;
}

open_place place_to_open(const next_step& step) {
  const lesson_result& lesson = *step.lesson;
  if (lesson.error) {
    return {lesson.error->line, ""};
  }
  const int found_at = step.test != nullptr ? blamed_line(*step.test, lesson) : 0;
  const todo* nearest = nullptr;
  for (const todo& candidate : lesson.todos) {
    if (nearest == nullptr || candidate.line <= found_at) {
      nearest = &candidate;
    }
  }
  return nearest != nullptr ? open_place{nearest->line, nearest->text} : open_place{found_at, ""};
}

const check_result* first_open_check(const lesson_result& result) {
  const check_result* stretch = nullptr;
  for (const check_result& check : result.checks) {
    if (check.complete()) {
      continue;
    }
    if (check.definition.kind != check_kind::stretch) {
      return &check;
    }
    stretch = stretch != nullptr ? stretch : &check;
  }
  return stretch;
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

bool is_map_line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  const std::size_t close = line.find(']');
  if (first == std::string_view::npos || line[first] != '[' || close == std::string_view::npos) {
    return false;
  }
  const std::string_view signs = line.substr(close + 1);
  return signs.find_first_of(".x#") != std::string_view::npos &&
         signs.find_first_not_of(" .x#") == std::string_view::npos;
}

std::string shortest_message(const test_result& test, int max_lines) {
  std::string text = test.message;
  if (!test.findings.empty()) {
    const finding& first = test.findings.front();
    text = (first.kind.empty() ? "" : "[" + first.kind + "] ") + first.message;
  }
  std::istringstream lines(text);
  std::string result;
  int taken = 0;
  for (std::string line; taken < max_lines && std::getline(lines, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
      if (taken > 0) {
        break;  // a paragraph is enough
      }
      continue;
    }
    const bool heads_map = line.rfind("  where, ", 0) == 0;
    if (heads_map || is_map_line(line)) {
      continue;
    }
    result += (taken > 0 ? "\n" : "") + line;
    ++taken;
  }
  return result;
}

}  // namespace kw::grader
