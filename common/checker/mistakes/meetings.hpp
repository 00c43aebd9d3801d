// Two programs that meet in one place, of which at least one stores.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/record/event_order.hpp"

namespace kw::runtime {

/// In the order in which they are reported: programs that write over each other also read each
/// other's results, which is one cause and one finding.
enum class meeting_kind { two_stores, atomic_and_other, load_and_store };

struct meeting {
  meeting_kind kind;
  access_record one, other;    // by rising program
  std::int64_t first, last;    // elements of the memory block
  std::int64_t programs;       // that meet others in this way
  bool loaded_before = false;  // the program loads the element as well
  bool by_luck = false;        // atomic operations kept them apart, but no program waits for any

  /// The one that stores, the first one where both do.
  const access_record& storing() const { return only_reads(one.kind) ? other : one; }
};

/// Meetings of a launch that atomic operations put in order in this run.
struct ordered_meetings {
  /// Does a program load what another one stored before it? Then it cannot run again by itself.
  bool pass_values_on = false;
  std::vector<meeting> some;  ///< a few, of different lines
};

/// A memory block that a launch stored to, when all its programs have ended.
struct stored_memory {
  const launch_monitor& monitor;
  int memory;
  const bitmap& painted;  ///< the elements that were stored to
  bool stores_met;        ///< did any two stores touch one element?
  event_order& order;
  ordered_meetings& in_order;  ///< of the launch
};

/// Two accesses of different programs to one place of the memory that nothing puts in order, if
/// there are any. Adds to `m.in_order`.
std::optional<meeting> find_meeting(const stored_memory& m);

/// A meeting as an event.
event race_event(const launch_monitor& monitor, const meeting& met);

/// On a CPU programs follow one another. So an atomic operation at the end of each looks as if the
/// next one had waited for it, whether or not it looks at what the operation returns. For meetings
/// that are in order in this way, runs the later program again with the values that it would get if
/// the earlier one had not gone on. Where it does not wait, adds a race.
void find_lucky_order(launch_monitor& monitor, const runner& run, event_order& order,
                      std::vector<meeting> in_order, std::vector<event>& events);

/// For a meeting by luck: why the atomic operations do not help; else empty.
std::string told_of_luck(const site& s);

/// What the two programs of a race have in common, in the buffer's own numbering.
std::string race_range(const site& s);

}  // namespace kw::runtime
