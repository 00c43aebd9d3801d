// A lane loads what another lane of its program stored, or stores what another one loads,
// without tl.barrier(). On a GPU lanes are threads: a store need not be done when another lane
// loads.
#include <algorithm>
#include <utility>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_missing_barrier(const site& s) {
  // What the lanes did earlier: a store, of a load that came too early, or a load.
  const auto& before = s.e.as<access_record>();
  const std::string range = s.range(s.e.first, s.e.last);
  if (s.e.access != access_kind::store) {
    return {
        sentence("tl.load reads {}, which another lane stored in line {}, with no tl.barrier() in "
                 "between. On a GPU lanes run in several threads, so a load may come before "
                 "another lane's store.",
                 range, before.place.line),
        "Keep the value in a variable instead of loading it back, or write `tl.barrier();` "
        "between the store and the load."};
  }
  const bool one_line = before.place.line == s.e.place.line;
  const bool all = before.where.lanes() == 1;
  return {
      sentence("tl.store writes {}, which {} in {}, with no tl.barrier() in between. On a GPU "
               "lanes run in several threads, so {} may load after this store and get the new "
               "value.",
               range, all ? "all lanes load" : "another lane loads",
               one_line ? "the same line" : "line " + number(before.place.line),
               all ? "some lanes" : "that lane"),
      (before.target != s.e.target
           ? sentence("{} and {} share memory. ", s.name_of(before.target), s.buffer)
           : "") +
          "Let all lanes load before any stores: `auto v = tl.load(...);`, then `tl.barrier();`, "
          "then the tl.store. Or store to a buffer other than the one that is read."};
}

bool same_lanes(const rectangle& a, const rectangle& b) {
  return a.lanes() > 1 && a.tile_rows == b.tile_rows && a.tile_columns == b.tile_columns &&
         a.lane_column_step == b.lane_column_step;
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

// A load of what another lane stored; or a store over what another lane loads, and may not have
// loaded yet. For one value in all lanes it is not known which lanes still need it:
// `tl.store(p, tl.load(p) + 1)` is right.
void look_at_rectangle(launch_monitor& monitor, program& p, const seen_access& a,
                       const rectangle& other) {
  const bool loads = only_reads(a.kind);
  if (a.kind == access_kind::atomic || p.runs_ahead ||  // the latter: see overtaken_store.cpp
      (loads && !monitor.memory().writable(static_cast<std::size_t>(a.where.memory)))) {
    return;
  }
  const worker_log& log = monitor.log_of(p);
  const access_list& all = loads ? log.stores : log.loads;
  for (std::size_t i = loads ? log.barrier : log.loads_begin; i < all.size(); ++i) {
    const access_record& before = all[i];
    const rectangle& one = before.where;
    const bool may_meet =
        loads ? before.kind == access_kind::store : one.lanes() > 1 || other.lanes() > 1;
    if (before.memory != a.where.memory || !may_meet) {
      continue;
    }
    // Two tiles with as many lanes count as held by the same threads, even if their shapes differ.
    const std::int64_t element = loads ? first_exchanged(one, other, same_lanes(one, other))
                                       : first_exchanged(other, one, one.lanes() == other.lanes());
    if (element >= 0) {
      event e(missing_barrier, a);
      e.facts = before;
      e.first = e.last = element - a.where.memory_offset;
      e.count = 1;
      return monitor.add(p, std::move(e));
    }
  }
}

void look_for_missing_barrier(launch_monitor& monitor, program& p, const seen_access& a) {
  for (const rectangle& r : a.in_memory) {
    look_at_rectangle(monitor, p, a, r);
  }
}

}  // namespace

const mistake missing_barrier{
    .name = "missing-barrier",
    .explain = explain_missing_barrier,
    .while_running = {.look = look_for_missing_barrier},
};

}  // namespace kw::runtime
