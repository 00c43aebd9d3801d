// What a mistake looks at while programs run. The record calls it, but knows no mistake by name.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "common/checker/record/crash_guard.hpp"
#include "common/checker/record/launch_memory.hpp"

namespace kw::runtime {

/// An access on its way to memory. Its active lanes are one rectangle, or several in any order.
struct seen_access {
  access_kind kind;
  source_place place;
  int target;
  const struct target& where;               ///< the same target
  const rectangle& tile;                    ///< only its size
  const std::vector<rectangle>& lanes;      ///< in elements from where the target points
  const std::vector<rectangle>& in_memory;  ///< in elements of the memory block
  bool one_by_one;                          ///< do they form a rectangle only by chance, or none?
  bool inside;                              ///< are all in what the argument spans?
};

/// Does a lane of those in any order take part?
inline bool is_on(const access& a, int lane) {
  return a.active == nullptr || a.active[lane];
}

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
using incident_check = void (*)(launch_monitor&, program&, source_place, const incident&);

/// Each of these may be null.
struct watch {
  /// Ends a program whose access must not happen. Called when lanes are outside of what the
  /// argument spans, or if that has rows which they may leave; also when the program runs again.
  access_check guard = nullptr;
  /// Compares an access that may happen with what the program did before.
  access_check look = nullptr;
  incident_check look_at_incident = nullptr;
};

}  // namespace kw::runtime
