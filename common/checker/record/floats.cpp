// NaN and infinities. The program that stored one runs again, and at each of its accesses the
// processor's flags show which operations went wrong since the access before.
#include <cfenv>

#include "common/checker/record/replay.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::runtime {
namespace {

constexpr int kWatched = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;

}  // namespace

void launch_monitor::note_not_finite(program& p, source_place place, const void* base,
                                     int element_size, std::int64_t offset) {
  worker_log& log = log_of(p);
  if (p.undefined == filling::marked && log.stored_not_finite.element == nullptr) {
    const char* data = followed_pointer(p, static_cast<const char*>(base));
    log.stored_not_finite = {place, data + offset * element_size};
  }
}

void launch_monitor::watch_floats(program& p, source_place place) {
  worker_log& log = log_of(p);
  const int flags = std::fetestexcept(kWatched);
  if (flags != 0 && log.trouble.flags == 0) {
    log.trouble = {flags, log.last_place, place};
  }
}

std::optional<first_not_finite> find_first_not_finite(launch_monitor& monitor, const runner& run) {
  const journal* lowest = nullptr;
  for (const worker_log& log : monitor.logs()) {
    for (const journal& j : log.replayable) {
      if (j.stored_not_finite.element != nullptr &&
          (lowest == nullptr || j.program < lowest->program)) {
        lowest = &j;
      }
    }
  }
  if (lowest == nullptr) {
    return std::nullopt;
  }
  program p = monitor.program_at(lowest->program);
  p.undefined = filling::zero;
  p.journaled = p.watches_floats = true;
  monitor.expect(p);
  worker_log& log = monitor.logs()[0];
  log.current.clear();
  log.current.atomics = lowest->atomics;
  log.trouble = {};
  log.last_place = {};
  lowest->undo();
  std::fexcept_t before;
  std::fegetexceptflag(&before, kWatched);
  std::feclearexcept(kWatched);
  (void)run(p);
  monitor.watch_floats(p, lowest->stored_not_finite.place);
  std::fesetexceptflag(&before, kWatched);
  log.current.undo();
  lowest->redo();
  return first_not_finite{lowest->program, lowest->stored_not_finite.element, log.trouble};
}

}  // namespace kw::runtime
