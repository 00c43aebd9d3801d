// Which hints a check gets: those for what the checker found, or its own.
#include <toml++/toml.h>

#include "grader/cli/hint.hpp"
#include "grader/model/table_reader.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace {

/// The finding that a learner reads first; null when the check has none.
const finding* first_finding(const check_result& check) {
  const test_result* test = telling_test(check);
  return test == nullptr || test->findings.empty() ? nullptr : &test->findings.front();
}

std::string filled(std::string text, const finding& seen) {
  const std::pair<std::string_view, std::string> values[] = {
      {"{file}", seen.file},
      {"{line}", std::to_string(seen.line)},
      {"{kernel}", seen.kernel},
      {"{buffer}", seen.buffer.empty() ? "the array" : seen.buffer},
      {"{source}", seen.source_text}};
  for (const auto& [mark, value] : values) {
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
      text.replace(at, mark.size(), value);
    }
  }
  return text;
}

}  // namespace

hints_by_finding read_hints_on(const toml::table& table, const std::string& what,
                               const std::filesystem::path& file, std::vector<problem>& problems) {
  hints_by_finding result;
  table_reader reader(table, what, file, problems);
  for (const auto& [kind, ignored] : table) {
    result[std::string(kind.str())] = reader.hints(kind.str());
  }
  return result;
}

hints_by_finding read_course_hints(const std::filesystem::path& file,
                                   const std::filesystem::path& shown_as,
                                   std::vector<problem>& problems) {
  if (!std::filesystem::exists(file)) {
    return {};
  }
  try {
    return read_hints_on(toml::parse_file(file.string()), "hints", shown_as, problems);
  } catch (const toml::parse_error& error) {
    problems.push_back({shown_as, static_cast<int>(error.source().begin.line),
                        "not valid TOML: " + std::string(error.description())});
    return {};
  }
}

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
