#include "grader/run/run_failure.hpp"

#include <utility>

#include "common/base/test_limits.hpp"

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

void blame(test_result& test, const run_failure& failure, std::string message) {
  const bool hung = failure.kind == failure_kind::hung || failure.kind == failure_kind::waited ||
                    failure.kind == failure_kind::out_of_time;
  test.status = hung ? test_status::hung : test_status::crashed;
  test.message = std::move(message);
}

}  // namespace kw::grader
