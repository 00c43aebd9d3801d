#include "grader/run/run_failure.hpp"

#include <utility>

#include "common/base/test_limits.hpp"
#include "grader/run/json_values.hpp"

namespace kw::grader {

using remote::failure_kind;

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

std::vector<run_failure> parse_failures(std::string_view text) {
  std::vector<run_failure> failures;
  for (const nlohmann::json& event : json_lines(text)) {
    failures.push_back({text_of(event, "test"), remote::failure_from_string(text_of(event, "kind")),
                        number_of<int>(event, "signal"), number_of<int>(event, "exit_code"),
                        text_of(event, "function"), text_of(event, "output")});
  }
  return failures;
}

void blame(test_result& test, const run_failure& failure, std::string message) {
  const bool hung = failure.kind == failure_kind::hung || failure.kind == failure_kind::waited ||
                    failure.kind == failure_kind::out_of_time;
  test.status = hung ? test_status::hung : test_status::crashed;
  test.message = std::move(message);
}

}  // namespace kw::grader
