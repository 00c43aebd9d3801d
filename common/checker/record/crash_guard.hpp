// A kernel that follows a pointer past `tl`, divides by zero, or has more tiles than its stack
// holds, faults. The fault ends the program, not the process, and becomes a finding.
#pragma once
#include <cstdint>

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

struct fault {
  int signal = 0;  // SIGSEGV, SIGBUS or SIGFPE
  std::uintptr_t address = 0;
  bool of_stack = false;  // the thread's stack was full
};

/// Calls run(closure, p). \returns false, with `*f`, if it faulted; its locals are then lost
/// without being destroyed, which does not matter for a kernel's. Exceptions pass through.
bool run_guarded(void (*run)(const void*, program&), const void* closure, program& p, fault* f);

/// The program that runs in this thread under `run_guarded`, or null.
program* running_program();

}  // namespace kw::runtime
