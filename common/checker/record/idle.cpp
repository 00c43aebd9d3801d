// Whole programs: which of them had nothing to do, what they asked for, and in which order they
// fetched tiles.
#include <algorithm>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {

// A program is idle if it touches nothing; or if it stores nothing, and reads only what programs
// that do store read as well, as the tiles of b are read for every row of tiles of a product. If it
// reads anything else, or a single element, that may have told it that there is nothing to do.
void launch_monitor::note_idle(const program& p) {
  constexpr std::size_t kMostUseful = 4096;
  worker_log& log = log_of(p);
  const bool masked_off = log.skipped_load && log.skipped_store && !log.looked_up;
  if (!log.touched || (!log.stored && masked_off && log.loaded.size() < kNotedLoads)) {
    log.idle.push_back({p.index, log.loaded, log.skipped_load || log.skipped_store});
    return;
  }
  if (log.stored && log.useful.size() < kMostUseful) {
    log.useful.insert(log.useful.end(), log.loaded.begin(), log.loaded.end());
  }
  log.working.add(p);
}

void launch_monitor::note_skipped(const program& p, access_kind kind) {
  worker_log& log = log_of(p);
  (only_reads(kind) ? log.skipped_load : log.skipped_store) = true;
  log.stores_skipped |= !only_reads(kind);
}

unsigned launch_monitor::axes_asked() const {
  unsigned all = 0;
  for (const worker_log& log : logs_) {
    all |= log.axes_asked;
  }
  return all;
}

// Adds the program's order if it is a new one.
void launch_monitor::note_fetched(const program& p) {
  const fetched_tiles& f = p.fetched;
  if (f.stream_count + f.load_count == 0) {
    return;
  }
  for (fetched_order& known : log_of(p).fetched) {
    const fetched_tiles& other = known.tiles;
    if (std::equal(f.streams, f.streams + f.stream_count, other.streams,
                   other.streams + other.stream_count, same_call) &&
        std::equal(f.loads, f.loads + f.load_count, other.loads, other.loads + other.load_count,
                   same_call)) {
      known.program = std::min(known.program, p.index);
      return;
    }
  }
  log_of(p).fetched.push_back({p.index, f});
}

}  // namespace kw::runtime
