// Runs programs of a launch again, and undoes what they did.
#pragma once
#include <cstdint>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {

/// Runs one program again. \returns did it come to its end?
struct runner {
  bool (*run)(void* state, program&);
  void* state;
  bool operator()(program& p) const { return run(state, p); }
};

/// What a program does differently in a second run.
struct difference {
  bool any = false;
  bool of_atomics = false;  ///< it gave other operands to atomic operations
  /// Else: the elements of a memory block that it left differently. -1: it went on elsewhere.
  int memory = -1;
  std::int64_t first = -1, last = -1;
  std::int64_t count = 0;
  bool found() const { return memory >= 0; }
};

/// Runs a program whose first run was journaled with other values in lanes that have none. Only
/// after a launch without races or ended programs. Afterwards memory is as it was before.
/// \param line of the loads whose lanes get them; 0 for all
difference run_with_other_values(launch_monitor& monitor, const journal& first_run,
                                 const runner& run, filling with, int line);

}  // namespace kw::runtime
