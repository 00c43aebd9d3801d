// Lanes of one program that get in each other's way. On a GPU they are threads: nothing says which
// of two stores comes last, nor that a store is done when another lane loads.
#include <algorithm>
#include <vector>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {
namespace {

std::int64_t low_of(const rectangle& r) {
  return r.start + std::min<std::int64_t>(0, (r.rows - 1) * r.row_stride);
}
std::int64_t high_of(const rectangle& r) {
  return r.start + std::max<std::int64_t>(0, (r.rows - 1) * r.row_stride) + r.columns;
}

std::int64_t lane_at(const rectangle& r, std::int64_t row, std::int64_t element) {
  return r.first_lane + row * r.lane_row_step + (element - r.row(row)) * r.lane_column_step;
}

bool same_lanes(const rectangle& a, const rectangle& b) {
  return a.lanes() > 1 && a.tile_rows == b.tile_rows && a.tile_columns == b.tile_columns &&
         a.lane_column_step == b.lane_column_step;
}

// Two tiles of as many lanes count as held by the same threads, though their shapes may differ.
bool as_many_lanes(const rectangle& a, const rectangle& b) {
  return a.lanes() == b.lanes();
}

// The first element that both touch with different lanes, or -1. \param alike  may lanes of equal
// numbers be the same ones?
std::int64_t first_exchanged(const rectangle& stored, const rectangle& loaded, bool alike) {
  if (low_of(stored) >= high_of(loaded) || low_of(loaded) >= high_of(stored)) {
    return -1;
  }
  for (std::int64_t i = 0; i < stored.rows; ++i) {
    for (std::int64_t k = 0; k < loaded.rows; ++k) {
      const std::int64_t begin = std::max(stored.row(i), loaded.row(k));
      const std::int64_t end =
          std::min(stored.row(i) + stored.columns, loaded.row(k) + loaded.columns);
      if (begin < end && (!alike || lane_at(stored, i, begin) != lane_at(loaded, k, begin))) {
        return begin;
      }
    }
  }
  return -1;
}

}  // namespace

void launch_monitor::note_barrier(const program& p) {
  worker_log& log = log_of(p);
  log.barrier = log.stores.size();
  log.loads_begin = log.loads.size();
}

void launch_monitor::add_missing_barrier(program& p, access_kind kind, source_place place,
                                         int target, const rectangle& in_target,
                                         const access_record& before, std::int64_t element) {
  event e;
  e.kind = mistake::missing_barrier;
  e.place = place;
  e.target = target;
  e.access = kind;
  e.where = in_target;
  e.one = before;
  e.first = e.last = element - targets_[static_cast<std::size_t>(target)].memory_offset;
  e.lanes = 1;
  add(p, std::move(e));
}

void launch_monitor::check_barrier(program& p, source_place place, int target,
                                   const rectangle& in_target, const rectangle& in_memory) {
  const worker_log& log = log_of(p);
  const auto& t = targets_[static_cast<std::size_t>(target)];
  for (std::size_t i = log.barrier; i < log.stores.size(); ++i) {
    const access_record& s = log.stores[i];
    const bool ours = s.memory == t.memory && s.kind == access_kind::store;
    const std::int64_t element =
        ours ? first_exchanged(s.where, in_memory, same_lanes(s.where, in_memory)) : -1;
    if (element >= 0) {
      return add_missing_barrier(p, access_kind::load, place, target, in_target, s, element);
    }
  }
}

// A store over what another lane loads, and may not have loaded yet. Of a value that is one for all
// lanes nobody knows who still needs it: `tl.store(p, tl.load(p) + 1)` is right.
void launch_monitor::check_overwrite(program& p, source_place place, int target,
                                     const rectangle& in_target, const rectangle& in_memory) {
  const worker_log& log = log_of(p);
  const int memory = targets_[static_cast<std::size_t>(target)].memory;
  for (std::size_t i = log.loads_begin; i < log.loads.size(); ++i) {
    const access_record& load = log.loads[i];
    const bool meets = load.memory == memory && (load.where.lanes() > 1 || in_memory.lanes() > 1);
    const std::int64_t element =
        meets ? first_exchanged(in_memory, load.where, as_many_lanes(in_memory, load.where)) : -1;
    if (element >= 0) {
      return add_missing_barrier(p, access_kind::store, place, target, in_target, load, element);
    }
  }
}

void launch_monitor::add_collision(program& p, source_place place, int target, const rectangle& r,
                                   std::int64_t element, std::int64_t one_lane,
                                   std::int64_t other_lane) {
  event e;
  e.kind = mistake::write_race;
  e.place = place;
  e.target = target;
  e.access = access_kind::store;
  e.where = r;
  e.one.program = e.other.program = p.index;
  e.first = e.last = element;
  e.lanes = 1;
  e.lane = one_lane;
  e.load_lane = static_cast<int>(other_lane);
  add(p, std::move(e));
}

void launch_monitor::check_lane_collision(program& p, source_place place, int target,
                                          const rectangle& r) {
  if (r.rows > 1 && std::abs(r.row_stride) < r.columns) {
    const std::int64_t element = std::max(r.row(0), r.row(1));
    add_collision(p, place, target, r, element, lane_at(r, 0, element), lane_at(r, 1, element));
  }
}

void launch_monitor::check_lane_collision(program& p, source_place place, int target,
                                          const rectangle& tile, std::int64_t shift,
                                          const std::int64_t* offsets, const bool* active) {
  std::vector<std::pair<std::int64_t, int>> touched;  // element and lane
  for (int lane = 0; lane < tile.lanes(); ++lane) {
    if (active == nullptr || active[lane]) {
      touched.emplace_back(offsets[lane], lane);
    }
  }
  std::sort(touched.begin(), touched.end());
  const auto twice = std::adjacent_find(touched.begin(), touched.end(),
                                        [](auto& a, auto& b) { return a.first == b.first; });
  if (twice != touched.end()) {
    add_collision(p, place, target, tile, shift + twice->first, twice->second, (twice + 1)->second);
  }
}

}  // namespace kw::runtime
