// How much of its stack a launch uses, seen from outside.
#pragma once
#include <cstdint>

namespace kw::remote {

/// Fills the unused part of this thread's stack with a pattern, and later looks at how much of the
/// pattern is left. It is a variable of the function that calls what is watched.
class stack_watch {
 public:
  stack_watch();
  /// Bytes below this object down to the last one that was written since; at most `kWatched`.
  std::int64_t deepest() const;

  static constexpr std::int64_t kWatched = std::int64_t{3} << 19;

 private:
  std::uintptr_t end_;  // of the pattern, whose beginning is kWatched below
};

}  // namespace kw::remote
