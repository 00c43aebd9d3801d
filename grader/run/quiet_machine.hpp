#pragma once

#include <mutex>
#include <shared_mutex>

namespace kw::grader {

/// Lets many threads work at once, or one measure, because times from a busy machine mean nothing.
/// A thread that measures waits until the others finish their work; new work waits for it.
class quiet_machine {
 public:
  /// Held while working.
  std::shared_lock<std::shared_mutex> work() {
    const std::lock_guard turn(turn_);
    return std::shared_lock(machine_);
  }

  /// Held while measuring.
  std::unique_lock<std::shared_mutex> measure() {
    const std::lock_guard turn(turn_);  // no thread begins to work while this one waits
    return std::unique_lock(machine_);
  }

 private:
  std::mutex turn_;
  std::shared_mutex machine_;
};

}  // namespace kw::grader
