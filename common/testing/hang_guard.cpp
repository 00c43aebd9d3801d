#include "common/testing/hang_guard.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "common/base/format.hpp"
#include "common/base/test_limits.hpp"
#include "common/testing/told.hpp"

namespace kw::testing {
namespace {

using clock = std::chrono::steady_clock;

// The processor time of each thread so far, in seconds.
std::map<std::string, double> seconds_of_threads() {
  static const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  std::map<std::string, double> all;
  std::error_code none;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", none)) {
    // `7 (name) R 1 ...`: two of the words after the name, which may have blanks, are the times.
    std::string stat;
    std::getline(std::ifstream(thread.path() / "stat"), stat);
    double user = 0, system = 0;
    (void)std::sscanf(stat.c_str() + stat.rfind(')') + 1,
                      " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lf %lf", &user, &system);
    all[thread.path().filename()] = (user + system) / ticks;
  }
  return all;
}

class hang_guard : public ::testing::EmptyTestEventListener {
 public:
  explicit hang_guard(double seconds)
      : seconds_(seconds), watchdog_([this](const std::stop_token& over) { watch(over); }) {}

  void note_endless() { endless_ = running_test(); }

  void pause() {
    const std::lock_guard lock(mutex_);
    paused_ = clock::now();
  }

  void go_on() {
    const std::lock_guard lock(mutex_);
    began_ += clock::now() - *std::exchange(paused_, std::nullopt);
  }

 private:
  void OnTestStart(const ::testing::TestInfo& test) override {
    const std::lock_guard lock(mutex_);
    if (!endless_.empty()) {
      GTEST_SKIP() << base::kNotRun << endless_ << ", a test of the same kernel, never ended.";
    }
    running_ = full_name(test);
    began_ = clock::now();
    computed_before_ = seconds_of_threads();
  }

  void OnTestEnd(const ::testing::TestInfo&) override {
    const std::lock_guard lock(mutex_);
    running_.clear();
  }

  void watch(const std::stop_token& over) {
    std::condition_variable_any never;
    std::unique_lock lock(mutex_);
    while (!over.stop_requested()) {
      never.wait_for(lock, over, std::chrono::milliseconds(100), [] { return false; });
      const double elapsed = std::chrono::duration<double>(clock::now() - began_).count();
      const bool up = elapsed >= seconds_ * base::kPatience ||
                      (elapsed >= seconds_ && busiest_thread() >= seconds_ / 2);
      if (!over.stop_requested() && !running_.empty() && !paused_ && up) {
        end_program(elapsed);
      }
    }
  }

  // How long the test has kept one thread busy. A loop that never ends is in one, and many threads
  // that share few processors may need long for what they have to do.
  double busiest_thread() {
    double most = 0;
    for (const auto& [thread, seconds] : seconds_of_threads()) {
      most = std::max(most, seconds - computed_before_[thread]);
    }
    return most;
  }

  // The thread that hangs cannot be ended, so the process is.
  [[noreturn]] void end_program(double elapsed) {
    print_waiting_findings(running_);
    std::printf(
        "The test %s had not ended after %s seconds and was stopped; the limit is %g seconds. Is "
        "there a loop that never ends? On a slow machine, KW_TEST_SECONDS=60 in the environment "
        "allows more.\n",
        running_.c_str(), base::formatted("%.1f", elapsed).c_str(), seconds_);
    std::fflush(nullptr);
    std::_Exit(base::kHungExitCode);
  }

  const double seconds_;
  std::string endless_;  // the test that never ended; empty for none
  std::mutex mutex_;
  std::string running_;
  clock::time_point began_;
  std::optional<clock::time_point> paused_;        // since when
  std::map<std::string, double> computed_before_;  // by each thread
  std::jthread watchdog_;                          // last: it uses the others
};

hang_guard* the_guard = nullptr;

}  // namespace

double test_limit(const std::string& tree) {
  const char* set = std::getenv("KW_TEST_SECONDS");
  const double seconds = set != nullptr ? std::strtod(set, nullptr) : 0;
  return seconds > 0 ? seconds : tree == "exercise" ? base::kTestSeconds : 0;
}

void limit_tests(double seconds) {
  the_guard = new hang_guard(seconds);
  ::testing::UnitTest::GetInstance()->listeners().Append(the_guard);  // which owns it
}

void note_endless_loop() {
  if (the_guard != nullptr) {
    the_guard->note_endless();
  }
}

limit_pause::limit_pause() {
  if (the_guard != nullptr) {
    the_guard->pause();
  }
}

limit_pause::~limit_pause() {
  if (the_guard != nullptr) {
    the_guard->go_on();
  }
}

}  // namespace kw::testing
