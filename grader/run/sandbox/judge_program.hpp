#pragma once

#include "grader/run/sandbox/workshop.hpp"
#include "grader/run/test_output.hpp"

namespace kw::grader {

/// Runs all tests of a kernel that `shop` has compiled: the judge holds them, and calls the kernel
/// in a worker, in the sandbox. A call that crashes or hangs is its test's result; the judge starts
/// another worker for the tests after it. Throws `machine_error` when the machine is at fault.
test_run run_judge(const workshop& shop);

/// The same where every entry function does nothing, without a worker: what passes takes no work.
test_run run_idle_judge(const workshop& shop);

}  // namespace kw::grader
