// Two programs that meet in one place, of which at least one stores.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "common/checker/mistakes/mistakes.hpp"

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
  unsigned axes_asked = 0;     // along which axes did any program ask for its id?
  bool by_luck = false;        // atomic operations kept them apart, but no program waits for any

  /// The one that stores, the first one where both do.
  const access_record& storing() const { return only_reads(one.kind) ? other : one; }
};

/// A meeting as an event.
event race_event(const launch_monitor& monitor, const meeting& met, const mistake& as);

/// For a meeting by luck: why the atomic operations do not help; else empty.
std::string told_of_luck(const site& s);

/// What the two programs of a race have in common, in the buffer's own numbering.
std::string race_range(const site& s);

}  // namespace kw::runtime
