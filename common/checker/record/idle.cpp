// Whole programs: which of them had nothing to do.
#include "common/checker/record/monitor.hpp"

namespace kw::runtime {

// A program is idle if it touches nothing; or if it stores nothing, and reads only what programs
// that do store read as well, as the tiles of b are read for every row of tiles of a product. If it
// reads anything else, or a single element, that may have told it that there is nothing to do.
void launch_monitor::note_idle(const program& p) {
  constexpr std::size_t kMostUseful = 4096;
  worker_log& log = log_of(p);
  if (!log.touched) {
    log.first_idle = log.idle++ == 0 ? p.index : log.first_idle;
    log.idle_skipping += log.skipped_load || log.skipped_store ? 1 : 0;
    return;
  }
  if (log.stored) {
    if (log.useful.size() < kMostUseful) {
      log.useful.insert(log.useful.end(), log.loaded.begin(), log.loaded.end());
    }
  } else if (log.skipped_load && log.skipped_store && !log.looked_up &&
             log.loaded.size() < kNotedLoads) {
    log.idle_loads.push_back({p.index, log.loaded});
    return;
  }
  log.working.add(p);
}

void launch_monitor::note_skipped(const program& p, access_kind kind) {
  worker_log& log = log_of(p);
  (only_reads(kind) ? log.skipped_load : log.skipped_store) = true;
  log.stores_skipped |= !only_reads(kind);
}

}  // namespace kw::runtime
