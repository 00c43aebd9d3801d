#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace kw::base {

/// What a process and all that it started use.
struct process_usage {
  double cpu_seconds = 0;
  std::int64_t resident_bytes = 0;
  int processes = 0;  ///< Threads count as well.
};

/// From /proc, which has no groups: a process that left its parent is missing. Up to 1024 threads.
process_usage usage_of_tree(pid_t root);

/// Whether it is neither stopped nor at its end.
bool is_running(pid_t id);

/// How many threads it has; 0 for a process that is gone.
int threads_of(pid_t id);

/// The ids of the processes in it, `root` first.
std::vector<pid_t> processes_of_tree(pid_t root);

/// How many processes the kernel has ended because memory ran out, since the machine started.
std::int64_t killed_for_memory();

/// What all threads of a process have computed, those that have ended included. \returns seconds,
/// to the nanosecond; 0 for a process that is gone
double computed_seconds_of(pid_t id);

}  // namespace kw::base
