// Lanes of one program that get in each other's way. On a GPU they are threads: nothing says which
// of two stores comes last, nor that a store is done when another lane loads.
#include <algorithm>
#include <vector>

#include "monitor.hpp"

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

// The first element that both touch with different lanes, or -1.
std::int64_t first_exchanged(const rectangle& stored, const rectangle& loaded) {
  if (low_of(stored) >= high_of(loaded) || low_of(loaded) >= high_of(stored)) {
    return -1;
  }
  for (std::int64_t i = 0; i < stored.rows; ++i) {
    for (std::int64_t k = 0; k < loaded.rows; ++k) {
      const std::int64_t begin = std::max(stored.row(i), loaded.row(k));
      const std::int64_t end =
          std::min(stored.row(i) + stored.columns, loaded.row(k) + loaded.columns);
      if (begin < end &&
          (!same_lanes(stored, loaded) || lane_at(stored, i, begin) != lane_at(loaded, k, begin))) {
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
}

void launch_monitor::check_barrier(program& p, source_place place, int target,
                                   const rectangle& in_target, const rectangle& in_memory) {
  const worker_log& log = log_of(p);
  const auto& t = targets_[static_cast<std::size_t>(target)];
  for (std::size_t i = log.barrier; i < log.stores.size(); ++i) {
    const access_record& s = log.stores[i];
    const bool ours = s.memory == t.memory && s.kind == access_kind::store;
    const std::int64_t element = ours ? first_exchanged(s.where, in_memory) : -1;
    if (element < 0) {
      continue;
    }
    event e;
    e.kind = mistake::missing_barrier;
    e.place = place;
    e.target = target;
    e.access = access_kind::load;
    e.where = in_target;
    e.one = s;
    e.first = e.last = element - t.memory_offset;
    e.lanes = 1;
    add(p, std::move(e));
    return;
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
