#include "grader/run/run_failure.hpp"

#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

namespace kw::grader {

using remote::failure_kind;

run_failure failure_of(const base::process_outcome& outcome) {
  run_failure failure;
  failure.kind = outcome.end == base::process_end::signalled   ? failure_kind::crashed
                 : outcome.end == base::process_end::timed_out ? failure_kind::hung
                                                               : failure_kind::ended;
  failure.signal = outcome.signal;
  failure.exit_code = outcome.exit_code;
  return failure;
}

std::vector<run_failure> parse_failures(std::string_view text) {
  using nlohmann::json;
  std::vector<run_failure> failures;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const json object = json::parse(line, nullptr, false);
    if (!object.is_object()) {
      continue;
    }
    const auto text_of = [&](const char* key) {
      const auto found = object.find(key);
      return found != object.end() && found->is_string() ? found->get<std::string>() : "";
    };
    const auto number_of = [&](const char* key) {
      const auto found = object.find(key);
      return found != object.end() && found->is_number_integer() ? found->get<int>() : 0;
    };
    failures.push_back({text_of("test"), remote::failure_from_string(text_of("kind")),
                        number_of("signal"), number_of("exit_code"), text_of("function"),
                        text_of("output")});
  }
  return failures;
}

void blame(test_result& test, const run_failure& failure, std::string message) {
  test.status = failure.kind == failure_kind::hung ? test_status::hung : test_status::crashed;
  test.message = std::move(message);
}

}  // namespace kw::grader
