// Runs programs of a launch again, and undoes what they did: with other values in lanes that have
// none, or while watching the processor's floating-point flags.
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

/// Which elements two runs of a program left differently.
struct difference {
  int memory = -1;                     // -1: none
  std::int64_t first = -1, last = -1;  // elements of the memory block
  std::int64_t count = 0;
  bool found() const { return memory >= 0; }
};

/// A program whose first run was journaled, to be run again. Only after a launch without races or
/// ended programs. Afterwards memory is as it was before.
class second_run {
 public:
  second_run(launch_monitor& monitor, const journal& first_run, const runner& run)
      : monitor_(monitor), first_run_(first_run), run_(run) {}

  /// Runs it again with the settings of `p`. \returns did it come to its end?
  bool repeat(kw::runtime::program p);
  /// \param line of the loads whose lanes get other values; 0 for all
  bool changes_something(filling with, int line);

  std::int64_t program() const { return first_run_.program; }
  /// For the latest run that changed something: did it give other operands to atomic operations?
  bool atomics_differ() const { return atomics_differ_; }
  /// And what it left differently; not found where it went on to other places.
  const difference& where() const { return where_; }

 private:
  bool same_places(const journal& second_run) const;
  difference compare(const journal& second_run) const;

  launch_monitor& monitor_;
  const journal& first_run_;
  runner run_;
  difference where_;
  bool atomics_differ_ = false;
};

}  // namespace kw::runtime
