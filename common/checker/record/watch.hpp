// What a mistake looks at while programs run. The record calls it, but knows no mistake by name.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "common/checker/record/crash_guard.hpp"
#include "common/checker/record/launch_memory.hpp"
#include "common/checker/record/rectangle.hpp"

namespace kw::runtime {

/// An access on its way to memory. Lanes that form no rectangle come as several of these.
struct seen_access {
  access_kind kind;
  source_place place;
  int target;
  const struct target& where;  ///< the same target
  const rectangle& lanes;      ///< in elements from where the target points
  const rectangle& in_memory;  ///< in elements of the memory block
  bool inside;                 ///< are all lanes in what the argument spans?
};

/// Does a lane of those in any order take part?
inline bool is_on(const access& a, int lane) {
  return a.active == nullptr || a.active[lane];
}

/// The lanes of an access one by one, for lanes that a kernel gave in any order.
struct seen_lanes {
  const access& lanes;
  int target;
  const struct target& where;
  const rectangle& tile;  ///< only its size
  std::int64_t shift;     ///< from where the target points to what the offsets count from
  bool even;              ///< do the active lanes form a rectangle?
};

/// Integers of a kernel gave a result that their type cannot hold, or were divided by 0.
struct failed_arithmetic {
  bool by_zero = false;
  int bits = 32;     ///< of the type
  std::string text;  ///< such as `2 * 1073741824`
};
/// A tl.device_assert.
struct failed_assertion {
  std::string text;
  int lane = 0, lanes = 1;  ///< the first lane whose condition is false, and how many there are
};
/// A program runs for seconds.
struct long_run {};

/// What happens in a program besides its accesses. A fault's place is that of the access before it.
using incident = std::variant<fault, failed_arithmetic, failed_assertion, misuse, long_run>;

using access_check = void (*)(launch_monitor&, program&, const seen_access&);
using lanes_check = void (*)(launch_monitor&, program&, const seen_lanes&);
using incident_check = void (*)(launch_monitor&, program&, source_place, const incident&);

/// Each of these may be null.
struct watch {
  /// Ends a program whose access must not happen. Called when lanes are outside of what the
  /// argument spans, or if that has rows which they may leave; also when the program runs again.
  access_check guard = nullptr;
  lanes_check guard_lanes = nullptr;
  /// Compares an access that may happen with what the program did before. `look_at_lanes` comes
  /// first, and `look` once for each rectangle of these lanes.
  access_check look = nullptr;
  lanes_check look_at_lanes = nullptr;
  incident_check look_at_incident = nullptr;
};

/// What all mistakes look at, in the order in which they were added.
struct watches {
  std::vector<access_check> guards, looks;
  std::vector<lanes_check> lane_guards, lanes;
  std::vector<incident_check> incidents;

  void add(const watch& w);
};

}  // namespace kw::runtime
