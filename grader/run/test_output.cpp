#include "grader/run/test_output.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "common/base/exception_text.hpp"
#include "grader/run/json_values.hpp"

namespace kw::grader {
namespace {

using nlohmann::json;

bool is_disabled(std::string_view full_name) {
  return full_name.substr(0, 9) == "DISABLED_" ||
         full_name.find(".DISABLED_") != std::string_view::npos ||
         full_name.find("/DISABLED_") != std::string_view::npos;
}

std::string_view without_trailing_space(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// GoogleTest puts the place in the test's source and "Failed" in front of an explicit failure.
/// A kernel's tests name the place in the learner's file themselves, so both are only in the way.
/// So is what it says around the text of an exception.
std::string_view without_frame(std::string_view failure) {
  constexpr std::string_view kFailed = "Failed\n";
  const std::size_t line_end = failure.find('\n');
  if (line_end == std::string_view::npos ||
      failure.substr(line_end + 1, kFailed.size()) != kFailed) {
    return base::text_of_exception(failure);
  }
  return failure.substr(line_end + 1 + kFailed.size());
}

/// The failures, or the reason of a skip, as one text.
std::string join_messages(const json& test, const char* list, const char* key) {
  std::string text;
  const auto found = test.find(list);
  if (found == test.end() || !found->is_array()) {
    return text;
  }
  for (const json& entry : *found) {
    if (entry.is_object()) {
      text += (text.empty() ? "" : "\n\n") + std::string(without_frame(text_of(entry, key)));
    }
  }
  return text;
}

test_result read_test(const json& suite, const json& test) {
  test_result result;
  const std::string suite_name = text_of(test, "classname");
  result.name =
      (suite_name.empty() ? text_of(suite, "name") : suite_name) + "." + text_of(test, "name");
  result.seconds = std::strtod(text_of(test, "time").c_str(), nullptr);
  result.message = join_messages(test, "failures", "failure");
  const std::string outcome = text_of(test, "result");
  if (outcome == "SKIPPED") {
    result.status = test_status::skipped;
    if (result.message.empty()) {
      result.message = join_messages(test, "skipped", "message");
    }
  } else if (outcome == "COMPLETED") {
    const bool failed = test.contains("failures");
    result.status = failed ? test_status::failed : test_status::passed;
  }
  return result;
}

}  // namespace

std::vector<std::string> parse_test_list(std::string_view text) {
  std::vector<std::string> names;
  std::string suite;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const std::string_view shown =
        without_trailing_space(std::string_view(line).substr(0, line.find('#')));
    if (shown.empty()) {
      continue;
    }
    if (shown.front() != ' ') {
      // Anything a program prints before the list (its banner) does not end in a dot.
      suite = shown.back() == '.' && shown.find(' ') == std::string_view::npos ? shown : "";
    } else if (!suite.empty()) {
      std::string name = suite + std::string(shown.substr(shown.find_first_not_of(' ')));
      if (!is_disabled(name)) {
        names.push_back(std::move(name));
      }
    }
  }
  return names;
}

std::vector<test_result> parse_results_json(std::string_view text) {
  std::vector<test_result> results;
  const json root = json::parse(text, nullptr, false);
  if (!root.is_object() || !root.contains("testsuites") || !root["testsuites"].is_array()) {
    return results;
  }
  for (const json& suite : root["testsuites"]) {
    if (!suite.is_object() || !suite.contains("testsuite") || !suite["testsuite"].is_array()) {
      continue;
    }
    for (const json& test : suite["testsuite"]) {
      if (test.is_object() && text_of(test, "status") == "RUN") {
        results.push_back(read_test(suite, test));
      }
    }
  }
  return results;
}

console_results parse_console(std::string_view text) {
  constexpr std::string_view kRun = "[ RUN      ] ";
  constexpr std::string_view kOk = "[       OK ] ";
  constexpr std::string_view kFailed = "[  FAILED  ] ";
  constexpr std::string_view kSkipped = "[  SKIPPED ] ";
  console_results found;
  const auto finish = [&](test_status status, std::string_view name) {
    test_result result;
    result.name = name.substr(0, name.find_first_of(" ,"));
    result.status = status;
    const std::size_t bracket = name.rfind('(');
    if (bracket != std::string_view::npos) {
      result.seconds = std::strtod(std::string(name.substr(bracket + 1)).c_str(), nullptr) / 1000;
    }
    if (status != test_status::passed) {
      result.message = std::string(without_trailing_space(found.running_output));
    }
    if (result.name == found.running) {  // the summary repeats the failed names
      found.tests.push_back(std::move(result));
      found.running.clear();
      found.running_output.clear();
    }
  };
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const std::string_view shown = without_trailing_space(line);
    const std::string_view mark = shown.substr(0, kRun.size());
    const std::string_view rest = shown.substr(std::min(shown.size(), kRun.size()));
    if (mark == kRun) {
      found.running = rest;
      found.running_output.clear();
    } else if (mark == kOk) {
      finish(test_status::passed, rest);
    } else if (mark == kFailed) {
      finish(test_status::failed, rest);
    } else if (mark == kSkipped) {
      finish(test_status::skipped, rest);
    } else if (!found.running.empty()) {
      found.running_output += std::string(shown) + "\n";
    }
  }
  return found;
}

std::vector<finding_of_test> parse_findings(std::string_view text) {
  std::vector<finding_of_test> findings;
  for (const json& object : json_lines(text)) {
    finding result;
    result.kind = text_of(object, "kind");
    result.message = text_of(object, "message");
    result.advice = text_of(object, "advice");
    result.kernel = text_of(object, "kernel");
    result.buffer = text_of(object, "buffer");
    result.file = text_of(object, "file");
    result.line = number_of<int>(object, "line");
    result.source_text = text_of(object, "source_text");
    result.count = number_of<std::int64_t>(object, "count", 1);
    findings.push_back({text_of(object, "test"), std::move(result)});
  }
  return findings;
}

test_result* find_test(std::vector<test_result>& tests, std::string_view name) {
  const auto found = std::find_if(tests.begin(), tests.end(),
                                  [&](const test_result& test) { return test.name == name; });
  return found != tests.end() ? &*found : nullptr;
}

void attach_findings(std::vector<test_result>& tests, std::string_view text) {
  for (finding_of_test& one : parse_findings(text)) {
    if (test_result* test = find_test(tests, one.test)) {
      test->findings.push_back(std::move(one.found));
    }
  }
}

test_files::test_files(const std::filesystem::path& folder)
    : results(std::filesystem::absolute(folder / "results.json")),
      findings(std::filesystem::absolute(folder / "findings.jsonl")),
      events(std::filesystem::absolute(folder / "events.jsonl")) {
  for (const std::filesystem::path& file : {results, findings, events}) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
}

}  // namespace kw::grader
