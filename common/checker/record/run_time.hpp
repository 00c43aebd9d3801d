// How long a program may run.
#pragma once
#include <cstdint>

namespace kw::runtime {

/// The processor time that the accesses of one program have taken, checked now and then. Programs
/// take milliseconds, so one that takes seconds is in a loop that never ends.
class run_time {
 public:
  void begin() { accesses_ = 0; }
  /// Counts an access. \returns has the program run for too long?
  bool too_long() { return (++accesses_ & (kLookEvery - 1)) == 0 && look(); }

 private:
  static constexpr std::uint32_t kLookEvery = 256;
  bool look();

  std::uint32_t accesses_ = 0;
  double begin_ = 0;  // when the first look was
};

}  // namespace kw::runtime
