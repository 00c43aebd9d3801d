// Programs that wait: for others which have not begun, where they run from the last to the first,
// or for what never comes.
#pragma once
#include <cstdint>
#include <functional>

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// Runs programs from the last to the first, so results that depend on the usual order are wrong.
/// When one waits for others, all that have not begun run beside it, from the first on.
/// \param run      the programs [begin, end), as a worker of this number: 0 or 1
/// \param on_wait  before the others begin. The checker cannot run programs again that have waited,
/// with other values in lanes that have none, so these should hold such a value already.
void run_backwards(std::int64_t total,
                   const std::function<void(std::int64_t begin, std::int64_t end, int worker)>& run,
                   const std::function<void(program& waiting)>& on_wait);

/// At each atomic operation or volatile load, before it happens: a program that waits looks again
/// and again.
void note_look(program& p);

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
