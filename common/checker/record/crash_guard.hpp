// A kernel that follows a pointer past `tl`, divides by zero, or has more tiles than its stack
// holds, faults. The fault ends the program, not the process, and becomes a finding.
#pragma once
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

struct fault {
  int signal = 0;  // SIGSEGV, SIGBUS or SIGFPE
  std::uintptr_t address = 0;
  bool of_stack = false;  // the thread's stack was full
};

/// A second stack of this thread for handlers of signals, which notice there that the first is
/// full.
class second_stack {
 public:
  explicit second_stack(std::size_t bytes);
  ~second_stack();
  second_stack(const second_stack&) = delete;
  second_stack& operator=(const second_stack&) = delete;

  /// Is an address where the frame of a function would be that finds no room on the first stack?
  bool is_behind_end(std::uintptr_t address) const;

 private:
  std::unique_ptr<char[]> memory_;
  stack_t previous_{};
  std::uintptr_t end_ = 0;  // of the first stack, its lowest address
};

/// Calls run(closure, p). \returns false, with `*f`, if it faulted; its locals are then lost
/// without being destroyed, which does not matter for a kernel's. Exceptions pass through.
bool run_guarded(void (*run)(const void*, program&), const void* closure, program& p, fault* f);

/// The program that runs in this thread under `run_guarded`, or null.
program* running_program();

}  // namespace kw::runtime
