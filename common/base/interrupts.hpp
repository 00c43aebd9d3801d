#pragma once

#include <sys/types.h>

#include <atomic>
#include <csignal>
#include <initializer_list>

namespace kw::base {

/// Makes these signals kill the programs that run now, each with its group. The caller of
/// `interrupt_signal` then ends in an orderly way; `run_process` throws `interrupted`.
void install_interrupt_handlers(std::initializer_list<int> signals = {SIGINT, SIGTERM});

/// The latest of these signals that arrived; 0 before the first.
int interrupt_signal();
inline bool interrupt_requested() {
  return interrupt_signal() != 0;
}

/// Lets a Ctrl-C reach a process group, as long as this object lives.
class interruptible_group {
 public:
  explicit interruptible_group(pid_t group);
  ~interruptible_group();
  interruptible_group(const interruptible_group&) = delete;
  interruptible_group& operator=(const interruptible_group&) = delete;

 private:
  std::atomic<pid_t>* place_ = nullptr;
};

}  // namespace kw::base
