#include "grader/run/test_output.hpp"

#include <algorithm>
#include <utility>

#include "common/base/test_limits.hpp"
#include "grader/run/json_values.hpp"

namespace kw::grader {
namespace {

using nlohmann::json;
using remote::failure_kind;

std::vector<std::string> names_of(const json& line) {
  std::vector<std::string> names;
  if (const auto found = line.find("tests"); found != line.end() && found->is_array()) {
    for (const json& name : *found) {
      names.push_back(name.is_string() ? name.get<std::string>() : "");
    }
  }
  return names;
}

finding read_finding(const json& line) {
  finding result;
  result.kind = text_of(line, "kind");
  result.message = text_of(line, "message");
  result.advice = text_of(line, "advice");
  result.kernel = text_of(line, "kernel");
  result.buffer = text_of(line, "buffer");
  result.file = text_of(line, "file");
  result.line = number_of<int>(line, "line");
  result.source_text = text_of(line, "source_text");
  result.count = number_of<std::int64_t>(line, "count", 1);
  return result;
}

test_result read_end(const json& line) {
  test_result result;
  result.name = text_of(line, "test");
  result.status = word_named<test_status>(text_of(line, "status")).value_or(test_status::missing);
  result.seconds = number_of<double>(line, "seconds");
  result.message = text_of(line, "message");
  return result;
}

run_failure read_failure(const json& line) {
  return {text_of(line, "test"),          remote::failure_from_string(text_of(line, "failure")),
          number_of<int>(line, "signal"), number_of<int>(line, "exit_code"),
          text_of(line, "function"),      text_of(line, "output")};
}

}  // namespace

run_failure failure_of(const base::process_outcome& outcome) {
  run_failure failure;
  const bool hung =
      outcome.end == base::process_end::timed_out ||
      (outcome.end == base::process_end::exited && outcome.exit_code == base::kHungExitCode);
  failure.kind = outcome.end == base::process_end::signalled ? failure_kind::crashed
                 : hung                                      ? failure_kind::hung
                                                             : failure_kind::ended;
  failure.signal = outcome.signal;
  failure.exit_code = outcome.exit_code;
  return failure;
}

void blame(test_result& test, const run_failure& failure, std::string message) {
  const bool hung = failure.kind == failure_kind::hung || failure.kind == failure_kind::waited ||
                    failure.kind == failure_kind::out_of_time;
  test.status = hung ? test_status::hung : test_status::crashed;
  test.message = std::move(message);
}

test_record parse_record(std::string_view text) {
  test_record record;
  for (const json& line : json_lines(text)) {
    if (line.contains("tests")) {
      record.names = names_of(line);
    } else if (line.contains("status")) {
      record.ended.push_back(read_end(line));
    } else if (line.contains("failure")) {
      record.failed.push_back(read_failure(line));
    } else if (line.contains("kind")) {
      record.findings.emplace_back(text_of(line, "test"), read_finding(line));
    }
  }
  return record;
}

std::string test_record::unfinished() const {
  const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
    return std::none_of(ended.begin(), ended.end(),
                        [&](const test_result& test) { return test.name == name; });
  });
  return found != names.end() ? *found : "";
}

std::optional<std::string> output_since(std::string_view output, const std::string& test) {
  const std::string begins = "[ RUN      ] " + test + "\n";
  const std::size_t at = output.rfind(begins);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(output.substr(at + begins.size()));
}

test_result* find_test(std::vector<test_result>& tests, std::string_view name) {
  const auto found = std::find_if(tests.begin(), tests.end(),
                                  [&](const test_result& test) { return test.name == name; });
  return found != tests.end() ? &*found : nullptr;
}

void attach_findings(std::vector<test_result>& tests, const test_record& record) {
  for (const auto& [name, found] : record.findings) {
    if (test_result* test = find_test(tests, name)) {
      test->findings.push_back(found);
    }
  }
}

std::filesystem::path fresh_results(const std::filesystem::path& folder) {
  std::filesystem::path file = std::filesystem::absolute(folder / "results.jsonl");
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  return file;
}

}  // namespace kw::grader
