#pragma once

#include <string>

#include "common/base/process.hpp"
#include "common/judge/failure.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// How a program failed while its tests ran. For a learner's own program the grader itself sees how
/// it ended; for a worker the judge writes it down.
struct run_failure {
  std::string test;  ///< The test it happened in; may be empty.
  remote::failure_kind kind = remote::failure_kind::nonsense;
  int signal = 0;
  int exit_code = 0;
  std::string function;  ///< The function that was called; empty for a learner's own program.
  std::string output;    ///< What it had printed in that test.
};

/// How a learner's own program failed that did not come to its end.
run_failure failure_of(const base::process_outcome& outcome);

/// Makes a failure the result of the test it happened in. \param message what to tell the student
void blame(test_result& test, const run_failure& failure, std::string message);

}  // namespace kw::grader
