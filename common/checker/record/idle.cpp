// Programs as a whole: which of them had nothing to do, and which of their loads left lanes without
// a value that they store.
#include <algorithm>

#include "common/checker/record/monitor.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::runtime {

// A program is idle that touches nothing; or stores nothing, and reads only what programs that do
// store read as well, as the tiles of b are read for every row of tiles of a product. What it reads
// for itself, or as a single element, may be what tells it that there is nothing to do.
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
  (kind == access_kind::load ? log.skipped_load : log.skipped_store) = true;
  log.stores_skipped |= kind != access_kind::load;
}

int launch_monitor::nearest_to(const undefined_load& load) const {
  std::int64_t element = 0;
  return nearest(followed(load.base), &element);
}

// Which of the loads left the lanes that were stored? One of the same tile that may have left the
// first of them, best one that left just as many; else the first one. Integers have no mark.
const undefined_load* launch_monitor::source_of(const std::vector<undefined_load>& loads,
                                                const event& e) const {
  const undefined_load* best = nullptr;
  int best_rank = -1;
  for (const undefined_load& load : loads) {
    const target& t = targets_[static_cast<std::size_t>(nearest_to(load))];
    if (t.argument >= 0 && launch_.arguments[t.argument].is_integer) {
      continue;
    }
    const bool may_be = load.lanes == e.stored_lanes && load.first_lane <= e.lane;
    const int rank = !may_be ? 0 : load.first_lane != e.lane ? 1 : load.count != e.lanes ? 2 : 3;
    if (rank > best_rank) {
      best = &load;
      best_rank = rank;
    }
  }
  return best;
}

void launch_monitor::add_undefined(program& p, source_place place, const void* base,
                                   int element_size, std::int64_t first, std::int64_t last,
                                   int lane, int count, int lanes) {
  if (p.undefined != filling::marked) {
    return;
  }
  const place_in_memory at =
      resolve(static_cast<const char*>(base), access_kind::store, element_size);
  event e;
  e.kind = mistake::undefined_lane;
  e.place = place;
  e.target = at.target;
  e.access = access_kind::store;
  e.where.element_size = element_size;
  e.first = at.shift + std::min(first, last);
  e.last = at.shift + std::max(first, last);
  e.lanes = count;
  e.lane = lane;
  e.stored_lanes = lanes;
  if (const undefined_load* load = source_of(log_of(p).undefined, e)) {
    e.load = load->place;
    e.load_target = nearest_to(*load);
    e.load_lane = load->first_lane;
    e.load_lanes = load->count;
    e.load_width = load->lanes;
  }
  add(p, std::move(e));
}

}  // namespace kw::runtime
