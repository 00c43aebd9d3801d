#include "common/base/interrupts.hpp"

#include <array>
#include <csignal>

namespace kw::base {
namespace {

// The handler may only touch these. It signals the groups itself, so a Ctrl-C ends a long
// compilation at once although the compilation has its own process group.
volatile std::sig_atomic_t latest_signal = 0;
// There is a place for each of the programs that may run at once; 0 is a free one.
constexpr std::size_t kMostAtOnce = 256;
std::array<std::atomic<pid_t>, kMostAtOnce> running_groups{};
static_assert(std::atomic<pid_t>::is_always_lock_free);

void on_interrupt(int signal_number) {
  latest_signal = signal_number;
  for (const std::atomic<pid_t>& group : running_groups) {
    if (const pid_t id = group.load(); id > 0) {
      kill(-id, SIGKILL);
    }
  }
}

}  // namespace

interruptible_group::interruptible_group(pid_t group) {
  for (std::atomic<pid_t>& place : running_groups) {
    pid_t free = 0;
    if (place.compare_exchange_strong(free, group)) {
      place_ = &place;
      return;
    }
  }
}

interruptible_group::~interruptible_group() {
  if (place_ != nullptr) {
    place_->store(0);
  }
}

void install_interrupt_handlers(std::initializer_list<int> signals) {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  for (const int signal_number : signals) {
    sigaction(signal_number, &action, nullptr);
  }
}

int interrupt_signal() {
  return latest_signal;
}

}  // namespace kw::base
