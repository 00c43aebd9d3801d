#pragma once

#include <sys/types.h>

#include <cstdint>

namespace kw::base {

/// What a process and all that it started use.
struct process_usage {
  double cpu_seconds = 0;
  std::int64_t resident_bytes = 0;
  int processes = 0;  ///< Threads count as well.
};

/// From /proc, which names no group: what leaves its parent is not found. At most 1024 threads.
process_usage usage_of_tree(pid_t root);

}  // namespace kw::base
