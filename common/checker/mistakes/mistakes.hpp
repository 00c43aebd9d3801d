// The mistakes that the checker knows. A file of this folder says how one, or a few similar ones,
// are found and reported. A new one is such an object, a line here, and, if it meets others, a line
// in find.cpp.
#pragma once
#include <vector>

#include "common/checker/record/monitor.hpp"
#include "common/checker/report/site.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace kw::runtime {

struct stored_memory;

struct mistake {
  /// The first word of its findings, which never changes.
  const char* name;
  /// What is always the same to say, or what says it.
  const char* facts = nullptr;
  const char* advice = nullptr;
  words (*explain)(const site& s) = nullptr;
  /// What it looks at while programs run.
  watch while_running = {};
  /// Afterwards: looks at each memory block that the launch stored to.
  void (*in_memory)(stored_memory& m, std::vector<event>& events) = nullptr;
  /// Looks at a launch none of whose programs was ended; `events` are those of all mistakes so far.
  void (*after_launch)(const launch_monitor& monitor, std::vector<event>& events) = nullptr;
  /// Runs programs again. Only if nothing else explains wrong results, because it costs time.
  void (*by_second_runs)(launch_monitor& monitor, const runner& run,
                         std::vector<event>& events) = nullptr;
  /// Finds the line, where an event does not know it.
  source_place (*locate)(const launch_monitor& monitor, const event& e) = nullptr;
  /// Does it concern the whole launch, and not single programs?
  bool about_launch = false;
  /// Is the cause an address, which may lack a parameter or the number of a program?
  bool about_addresses = false;
};

extern const mistake endless_loop, raw_access, stack_overflow, index_overflow, division_by_zero,
    out_of_bounds, outside_row, uninitialised_read, undefined_lane, lost_accumulator,
    released_stage, nested_stream, streams_differ, steps_differ, misplaced_tile, device_assert,
    overtaken_store, missing_barrier, write_race, read_write_race, atomic_race, grid_too_small,
    never_written, grid_too_large, never_read;

/// All of them, root causes first: findings are reported in this order.
inline constexpr const mistake* kMistakes[] = {
    &endless_loop,   &raw_access,      &stack_overflow,     &index_overflow, &division_by_zero,
    &out_of_bounds,  &outside_row,     &uninitialised_read, &undefined_lane, &lost_accumulator,
    &released_stage, &nested_stream,   &streams_differ,     &steps_differ,   &misplaced_tile,
    &device_assert,  &overtaken_store, &missing_barrier,    &write_race,     &read_write_race,
    &atomic_race,    &grid_too_small,  &never_written,      &grid_too_large, &never_read,
};

/// A row of a table of advice: in which cases it fits, and what to try then. The first row that
/// fits counts, and the last row always fits.
struct explanation {
  bool (*fits)(const site& s);
  std::string (*advice)(const site& s);
};
template <std::size_t N>
std::string first_that_fits(const explanation (&all)[N], const site& s) {
  std::size_t i = 0;
  while (!all[i].fits(s)) {
    ++i;
  }
  return all[i].advice(s);
}

// Questions about single mistakes, for what they hide.
/// For an outside_row: does the tile reach into the next matrix?
bool reaches_next_matrix(const event& e);
/// For an uninitialised_read: does another program of the launch write the elements?
bool is_written_by_another(const event& e);

/// Which operation made the NaN or the infinity that a launch stored last in an element.
clue origin_in(const launch_monitor& monitor, const void* element);

/// A device_assert as an event.
event assertion_event(source_place place, const failed_assertion& failed);

}  // namespace kw::runtime
