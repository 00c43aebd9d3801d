// Tests that never end, run in another process of this program.
#include "common/testing/hang_guard.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "common/base/process.hpp"
#include "common/base/test_limits.hpp"

namespace kw::testing {
namespace {

TEST(HangGuardSample, DISABLED_First) {}

TEST(HangGuardSample, DISABLED_Spins) {
  for (volatile bool more = true; more;) {
  }
}

TEST(HangGuardSample, DISABLED_MeetsAnEndlessLoop) {
  note_endless_loop();
}

TEST(HangGuardSample, DISABLED_Then) {
  std::puts("this body has run");
}

TEST(HangGuardSample, DISABLED_Waits) {
  const limit_pause pause;
  std::this_thread::sleep_for(std::chrono::seconds(1));
  std::puts("this body has run");
}

// Each thread computes for a tenth of the time: all together for longer than one may.
TEST(HangGuardSample, DISABLED_KeepsManyThreadsBusy) {
  using clock = std::chrono::steady_clock;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([] {
      for (const auto end = clock::now() + std::chrono::milliseconds(400); clock::now() < end;) {
        for (const auto pause = clock::now() + std::chrono::milliseconds(4);
             clock::now() < pause;) {
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(36));
      }
    });
  }
  threads.clear();
  std::puts("this body has run");
}

base::process_outcome run(const std::string& filter) {
  base::process_request request;
  request.command = {std::filesystem::read_symlink("/proc/self/exe").string(),
                     "--gtest_also_run_disabled_tests",
                     "--gtest_filter=HangGuardSample.DISABLED_" + filter};
  request.environment = {{"KW_TEST_SECONDS", "0.2"}};
  request.timeout_seconds = 30;
  return base::run_process(request);
}

bool says(const base::process_outcome& outcome, const std::string& text) {
  return outcome.output.find(text) != std::string::npos;
}

TEST(HangGuard, EndsATestThatRunsForTooLong) {
  const auto outcome = run("Spins");
  EXPECT_EQ(outcome.exit_code, base::kHungExitCode) << outcome.output;
  EXPECT_TRUE(says(outcome, "The test HangGuardSample.DISABLED_Spins had not ended after 0."))
      << outcome.output;
  EXPECT_TRUE(says(outcome, "the limit is 0.2 seconds")) << outcome.output;
}

TEST(HangGuard, SkipsTheTestsAfterAnEndlessLoop) {
  const auto outcome = run("MeetsAnEndlessLoop:HangGuardSample.DISABLED_Then");
  EXPECT_TRUE(says(outcome, "DISABLED_MeetsAnEndlessLoop, a test of the same kernel, never ended"))
      << outcome.output;
  EXPECT_FALSE(says(outcome, "this body has run")) << outcome.output;
}

TEST(HangGuard, DoesNotCountWhatOtherProgramsTake) {
  const auto outcome = run("Waits");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(says(outcome, "this body has run")) << outcome.output;
}

TEST(HangGuard, CountsTheTimeOfOneThread) {
  const auto outcome = run("KeepsManyThreadsBusy");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(says(outcome, "this body has run")) << outcome.output;
}

TEST(HangGuard, LeavesTestsThatEndAlone) {
  const auto outcome = run("First:HangGuardSample.DISABLED_Then");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(says(outcome, "this body has run")) << outcome.output;
}

}  // namespace
}  // namespace kw::testing
