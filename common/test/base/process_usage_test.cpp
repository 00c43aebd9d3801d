#include "common/base/process_usage.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <future>
#include <thread>

namespace kw::base {
namespace {

// A busy machine gives a thread as little time as it likes, so what the thread computes is counted
// by its own clock.
TEST(ProcessUsage, CountsWhatAllThreadsCompute) {
  const auto compute = [] {
    const auto computed = [] {
      timespec now{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
      return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    };
    while (computed() < std::chrono::milliseconds(50)) {
    }
  };
  const double before = computed_seconds_of(getpid());
  std::thread other(compute);
  other.join();  // it has ended, and counts
  const double one = computed_seconds_of(getpid()) - before;
  EXPECT_GT(one, 0.03);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const double slept = computed_seconds_of(getpid()) - before - one;
  EXPECT_LT(slept, 0.04);
}

TEST(ProcessUsage, CountsThreads) {
  const int alone = threads_of(getpid());
  EXPECT_GE(alone, 1);
  std::promise<void> end;
  std::thread other([&] { end.get_future().wait(); });
  EXPECT_EQ(threads_of(getpid()), alone + 1);
  end.set_value();
  other.join();
}

TEST(ProcessUsage, IsNothingForAProcessThatIsGone) {
  constexpr pid_t kNone = 0x7ffffffe;
  EXPECT_EQ(computed_seconds_of(kNone), 0);
  EXPECT_EQ(threads_of(kNone), 0);
}

}  // namespace
}  // namespace kw::base
