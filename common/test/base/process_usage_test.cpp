#include "common/base/process_usage.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace kw::base {
namespace {

TEST(ProcessUsage, CountsWhatAllThreadsCompute) {
  const auto compute = [] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
    while (std::chrono::steady_clock::now() < end) {
    }
  };
  const double before = computed_seconds_of(getpid());
  std::thread other(compute);
  other.join();  // it has ended, and counts
  const double one = computed_seconds_of(getpid()) - before;
  EXPECT_GT(one, 0.005);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const double slept = computed_seconds_of(getpid()) - before - one;
  EXPECT_LT(slept, 0.04);
}

TEST(ProcessUsage, IsNothingForAProcessThatIsGone) {
  constexpr pid_t kNone = 0x7ffffffe;
  EXPECT_EQ(computed_seconds_of(kNone), 0);
}

}  // namespace
}  // namespace kw::base
