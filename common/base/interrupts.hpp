#pragma once

#include <sys/types.h>

#include <atomic>

namespace kw::base {

/// Makes Ctrl-C and SIGTERM kill the running program first and then surface as `interrupted`.
void install_interrupt_handlers();

/// True once SIGINT or SIGTERM has arrived.
bool interrupt_requested();

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
