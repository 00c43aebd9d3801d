#include "common/checker/record/run_time.hpp"

#include <ctime>

#include <atomic>

namespace kw::runtime {
namespace {

constexpr double kSeconds = 3;
// Later launches most likely enter the same loop, and the learner waits.
constexpr double kSecondsAgain = 0.5;
std::atomic<bool> happened_before = false;

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

bool run_time::look() {
  const double now = thread_seconds();
  if (accesses_ == kLookEvery) {
    begin_ = now;
    return false;
  }
  const bool too_long = now - begin_ > (happened_before ? kSecondsAgain : kSeconds);
  if (too_long) {
    happened_before = true;
  }
  return too_long;
}

}  // namespace kw::runtime
