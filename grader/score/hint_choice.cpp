#include "grader/score/hint_choice.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "grader/model/next_step.hpp"

namespace kw::grader {
namespace {

/// The finding that a learner reads first; null when the check has none.
const finding* first_finding(const check_result& check) {
  const test_result* test = telling_test(check);
  return test == nullptr || test->findings.empty() ? nullptr : &test->findings.front();
}

std::string filled(std::string text, const finding& seen) {
  const std::pair<std::string_view, std::string> values[] = {
      {"{file}", seen.file},          {"{line}", std::to_string(seen.line)},
      {"{kernel}", seen.kernel},      {"{buffer}", seen.buffer.empty() ? "the array" : seen.buffer},
      {"{source}", seen.source_text}, {"{advice}", seen.advice}};
  for (const auto& [mark, value] : values) {
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
      text.replace(at, mark.size(), value);
    }
  }
  return text;
}

}  // namespace

void choose_hints(const course& course, const lesson& lesson, lesson_result& result) {
  for (check_result& check : result.checks) {
    const finding* seen = check.complete() ? nullptr : first_finding(check);
    if (seen == nullptr) {
      continue;
    }
    const hints_by_finding* const sources[] = {&check.definition.hints_on, &lesson.hints_on,
                                               &course.hints_on};
    for (const hints_by_finding* source : sources) {
      const auto found = source->find(seen->kind);
      if (found != source->end()) {
        check.hints_for = seen->kind;
        check.definition.hints.clear();
        for (const std::string& hint : found->second) {
          check.definition.hints.push_back(filled(hint, *seen));
        }
        break;
      }
    }
  }
}

}  // namespace kw::grader
