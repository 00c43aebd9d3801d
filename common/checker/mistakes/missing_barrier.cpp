// A lane loads what another lane of its program stored, or stores what another one loads,
// without tl.barrier(). On a GPU lanes are threads: a store need not be done when another lane
// loads.
#include <algorithm>
#include <utility>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

// What the lanes did earlier: a store, of a load that came too early, or a load.
const access_record& before(const site& s) {
  return s.e.as<access_record>();
}

words explain_missing_barrier(const site& s) {
  const std::string range = s.range(s.e.first, s.e.last);
  if (s.e.access != access_kind::store) {
    return {
        sentence("tl.load reads {}, which another lane stored in line {}, with no tl.barrier() in "
                 "between. On a GPU lanes run in several threads, so a load may come before "
                 "another lane's store.",
                 range, before(s).place.line),
        "Keep the value in a variable instead of loading it back, or write `tl.barrier();` "
        "between the store and the load."};
  }
  const bool one_line = before(s).place.line == s.e.place.line;
  const bool all = before(s).where.lanes() == 1;
  return {
      sentence("tl.store writes {}, which {} in {}, with no tl.barrier() in between. On a GPU "
               "lanes run in several threads, so {} may load after this store and get the new "
               "value.",
               range, all ? "all lanes load" : "another lane loads",
               one_line ? "the same line" : "line " + number(before(s).place.line),
               all ? "some lanes" : "that lane"),
      (before(s).target != s.e.target
           ? sentence("{} and {} share memory. ", s.name_of(before(s).target), s.buffer)
           : "") +
          "Let all lanes load before any stores: `auto v = tl.load(...);`, then `tl.barrier();`, "
          "then the tl.store. Or store to a buffer other than the one that is read."};
}

bool same_lanes(const rectangle& a, const rectangle& b) {
  return a.lanes() > 1 && a.tile_rows == b.tile_rows && a.tile_columns == b.tile_columns &&
         a.lane_column_step == b.lane_column_step;
}

// Two tiles with as many lanes count as held by the same threads, even if their shapes differ.
bool as_many_lanes(const rectangle& a, const rectangle& b) {
  return a.lanes() == b.lanes();
}

// The first element that both touch with different lanes, or -1. \param alike  may lanes with the
// same number be the same lane?
std::int64_t first_exchanged(const rectangle& stored, const rectangle& loaded, bool alike) {
  if (stored.low() >= loaded.high() || loaded.low() >= stored.high()) {
    return -1;
  }
  for (std::int64_t i = 0; i < stored.rows; ++i) {
    for (std::int64_t k = 0; k < loaded.rows; ++k) {
      const std::int64_t begin = std::max(stored.row(i), loaded.row(k));
      const std::int64_t end =
          std::min(stored.row(i) + stored.columns, loaded.row(k) + loaded.columns);
      if (begin < end && (!alike || stored.lane_at(i, begin) != loaded.lane_at(k, begin))) {
        return begin;
      }
    }
  }
  return -1;
}

void add(launch_monitor& monitor, program& p, const seen_access& a, const access_record& before,
         std::int64_t element) {
  event e(missing_barrier, a);
  e.facts = before;
  e.first = e.last = element - a.where.memory_offset;
  e.count = 1;
  monitor.add(p, std::move(e));
}

void look_at_load_for_missing_barrier(launch_monitor& monitor, program& p, const seen_access& a) {
  if (!monitor.memory().writable(static_cast<std::size_t>(a.where.memory))) {
    return;
  }
  const worker_log& log = monitor.log_of(p);
  for (std::size_t i = log.barrier; i < log.stores.size(); ++i) {
    const access_record& s = log.stores[i];
    const bool ours = s.memory == a.where.memory && s.kind == access_kind::store;
    const std::int64_t element =
        ours ? first_exchanged(s.where, a.in_memory, same_lanes(s.where, a.in_memory)) : -1;
    if (element >= 0) {
      return add(monitor, p, a, s, element);
    }
  }
}

// A store over what another lane loads, and may not have loaded yet. For one value in all lanes it
// is not known which lanes still need it: `tl.store(p, tl.load(p) + 1)` is right.
void look_at_store_for_missing_barrier(launch_monitor& monitor, program& p, const seen_access& a) {
  const worker_log& log = monitor.log_of(p);
  for (std::size_t i = log.loads_begin; i < log.loads.size(); ++i) {
    const access_record& load = log.loads[i];
    const bool meets =
        load.memory == a.where.memory && (load.where.lanes() > 1 || a.in_memory.lanes() > 1);
    const std::int64_t element =
        meets ? first_exchanged(a.in_memory, load.where, as_many_lanes(a.in_memory, load.where))
              : -1;
    if (element >= 0) {
      return add(monitor, p, a, load, element);
    }
  }
}

}  // namespace

const mistake missing_barrier{
    .name = "missing-barrier",
    .explain = explain_missing_barrier,
    .while_running = {.look_at_load = look_at_load_for_missing_barrier,
                      .look_at_store = look_at_store_for_missing_barrier},
};

}  // namespace kw::runtime
