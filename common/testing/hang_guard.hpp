// A test that never ends should cost a learner seconds, not minutes.
#pragma once

#include <string>

namespace kw::testing {

/// Limits each test of this program to `seconds`, of which one thread computes for at least half:
/// a test that waits, or has many threads, may take longer. Then it prints the test's name, how
/// long it has run, the limit, and what the checker found so far, and ends the program with
/// `base::kHungExitCode`. After a test that hung, or in which the checker ended an endless loop,
/// the tests that are left are skipped, since they call the same kernel.
///
/// Called once, before the tests run. Costs a thread that sleeps.
void limit_tests(double seconds);

/// The limit for tests of a kernel of this tree: KW_TEST_SECONDS in the environment, else
/// `base::kTestSeconds` for an exercise, and none (0) for kernels of ours.
double test_limit(const std::string& tree);

/// Notes that the running test met a loop that never ends.
void note_endless_loop();

/// As long as it lives, the time of the running test stands still: another program is at work.
class limit_pause {
 public:
  limit_pause();
  ~limit_pause();
  limit_pause(const limit_pause&) = delete;
  limit_pause& operator=(const limit_pause&) = delete;
};

}  // namespace kw::testing
