#include "common/checker/record/waiting.hpp"

#include <ctime>

#include <atomic>
#include <thread>
#include <utility>

#include "common/base/at_end.hpp"

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

/// The launch that this thread runs backwards.
struct backward_launch {
  std::function<void(program& waiting)> run_others;
  std::int64_t latest = -1;  // the one that looked last, and how often
  int looks = 0;
};

thread_local backward_launch* backwards_here = nullptr;

}  // namespace

void run_backwards(std::int64_t total,
                   const std::function<void(std::int64_t begin, std::int64_t end, int worker)>& run,
                   const std::function<void(program& waiting)>& on_wait) {
  std::int64_t left = total;  // how many have not begun
  backward_launch here;
  here.run_others = [&](program& waiting) {
    on_wait(waiting);
    const std::int64_t others = std::exchange(left, 0);
    std::thread([&] { run(0, others, 1); }).join();
  };
  backwards_here = &here;
  const base::at_end launch_ended([] { backwards_here = nullptr; });  // also where a program throws
  while (left > 0) {
    const std::int64_t index = --left;
    run(index, index + 1, 0);
  }
}

void note_look(program& p) {
  constexpr int kMostLooks = 10000;
  if (backwards_here == nullptr) {
    return;
  }
  backwards_here->looks = backwards_here->latest == p.index ? backwards_here->looks + 1 : 0;
  backwards_here->latest = p.index;
  if (backwards_here->looks > kMostLooks) {  // once: then there is nothing more to wait for
    std::exchange(backwards_here, nullptr)->run_others(p);
  }
}

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
