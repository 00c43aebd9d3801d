// NaN and infinities that programs store. A program that did runs again (mistakes/first_nan.cpp),
// and at each of its accesses the processor's flags show which operations went wrong since the one
// before.
#include <cfenv>

#include "common/checker/record/monitor.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::runtime {
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
  const int flags = std::fetestexcept(kWatchedFlags);
  if (flags != 0 && log.trouble.flags == 0) {
    log.trouble = {flags, log.last_place, place};
  }
}

}  // namespace kw::runtime
