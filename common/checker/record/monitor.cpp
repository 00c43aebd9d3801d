#include "common/checker/record/monitor.hpp"

#include <algorithm>
#include <csignal>

#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::runtime {
namespace {

// The same lanes in elements of another size.
rectangle rescaled(rectangle r, int to_size) {
  if (r.element_size != to_size) {
    const auto scale = [&](std::int64_t n) { return floor_div(n * r.element_size, to_size); };
    const std::int64_t end = (r.start + r.columns) * r.element_size;
    const std::int64_t first = scale(r.start);
    r.columns = floor_div(end + to_size - 1, to_size) - first;
    r.row_stride = scale(r.row_stride);
    r.start = first;
    r.element_size = to_size;
  }
  return r;
}

}  // namespace

void launch_monitor::begin_program(program* p) {
  worker_log& log = log_of(*p);
  log.program_begin = log.barrier = log.stores.size();
  log.loads_begin = log.loads.size();
  log.exchanges = p->exchanges = 0;
  log.touched = log.broken = log.stored = false;
  log.skipped_load = log.skipped_store = log.looked_up = false;
  log.loaded.clear();
  log.undefined.clear();
  log.stored_not_finite = {};
  p->axes_asked = 0;
  p->journaled = samples(p->index);
  log.current.clear();
  log.current.program = p->index;
}

void launch_monitor::end_program(const program& p, bool ended) {
  worker_log& log = log_of(p);
  log.axes_asked |= p.axes_asked;
  note_idle(p);
  const bool not_finite = log.stored_not_finite.element != nullptr;
  if (p.journaled && ended && (!log.undefined.empty() || not_finite)) {
    log.current.undefined = log.undefined;
    log.current.stored_not_finite = log.stored_not_finite;
    log.current.keep_fresh();
    log.replayable.push_back(std::move(log.current));
  }
}

void launch_monitor::note_stopped(const program& p) {
  std::int64_t lowest = lowest_stopped_.load();
  while (p.index < lowest && !lowest_stopped_.compare_exchange_weak(lowest, p.index)) {
  }
}

void launch_monitor::forget_skipped() {
  if (!stopped()) {
    return;
  }
  const std::int64_t end = lowest_stopped_.load() + kStopWindow;
  for (worker_log& log : logs_) {
    std::erase_if(log.stores, [&](const access_record& s) { return s.program > end; });
    std::erase_if(log.loads, [&](const access_record& s) { return s.program > end; });
    std::erase_if(log.events, [&](const event& e) { return e.program > end; });
    for (event& e : log.events) {
      std::erase_if(e.makers, [&](std::int64_t program) { return program > end; });
      e.cut_off = programs_ - 1 > end;
    }
  }
}

void launch_monitor::add(const program& p, event e) {
  worker_log& log = log_of(p);
  log.touched = true;
  for (event& known : log.events) {
    if (known.kind == e.kind && known.target == e.target && known.place.line == e.place.line &&
        known.place.file == e.place.file) {
      if (known.makers.back() != p.index) {
        known.makers.push_back(p.index);
      }
      return;  // a worker takes programs in rising order: the known one is lower
    }
  }
  e.program = p.index;
  e.makers = {p.index};
  log.events.push_back(std::move(e));
}

// Ends the program: what it does next would make no sense.
void launch_monitor::stop(program& p, event e) {
  if (p.undefined != filling::marked) {
    log_of(p).current.differs = true;  // the first run came past this point
  } else {
    add(p, std::move(e));
  }
  throw program_stopped{};
}

void launch_monitor::add_broken(program& p, event e) {
  worker_log& log = log_of(p);
  log.broken = true;
  if (p.undefined != filling::marked) {
    log.current.differs = true;
  } else {
    add(p, std::move(e));
  }
}

void launch_monitor::add_fault(program& p, const fault& f) {
  worker_log& log = log_of(p);
  if (log.broken) {
    return;  // what broke it was noted when it happened
  }
  event e;
  e.place = log.last_place;
  e.where.start = static_cast<std::int64_t>(f.address);
  if (f.signal == SIGFPE) {
    e.kind = mistake::division_by_zero;
  } else {
    e.kind = mistake::raw_access;
    if (is_guarded(f.address)) {
      const auto* address = reinterpret_cast<const char*>(f.address | kGuardBit);
      e.target = nearest(address, &e.first);
      e.last = e.first;
    }
  }
  add_broken(p, std::move(e));
}

void launch_monitor::begin_access(program& p, source_place place) {
  worker_log& log = log_of(p);
  if (log.broken) {
    throw program_stopped{};
  }
  if (p.watches_floats) {
    watch_floats(p, place);
  }
  log.last_place = place;
}

void launch_monitor::check(program& p, const access& a) {
  begin_access(p, a.place);
  if (a.rows <= 0 || a.cols <= 0) {
    return note_skipped(p, a.kind);
  }
  note_touched(p, a.kind, static_cast<const char*>(a.base) + a.start * a.element_size, a.lanes);
  const place_in_memory at = resolve(static_cast<const char*>(a.base), a.kind, a.element_size);
  if (at.target < 0) {
    return;  // memory nobody declared: nothing to check it against
  }
  rectangle r;
  r.start = at.shift + a.start;
  r.rows = a.rows;
  r.columns = a.cols;
  r.row_stride = a.row_stride;
  r.element_size = a.element_size;
  r.first_lane = a.first_lane;
  r.lane_row_step = a.lanes_per_row;
  r.tile_columns = a.lanes_per_row;
  r.tile_rows = a.lanes / a.lanes_per_row;
  r.two_dimensional = a.lanes > a.lanes_per_row;
  r.masked = a.masked;
  check_bounds(p, a.kind, a.place, at.target, r);
  check_rectangle(p, a.kind, a.place, at.target, r);
}

void launch_monitor::check_bounds(program& p, access_kind kind, source_place place, int target,
                                  const rectangle& r) {
  const auto& t = targets_[static_cast<std::size_t>(target)];
  if (!t.bounded) {
    return;
  }
  std::int64_t low = t.low, high = t.high;
  if (r.element_size != t.element_size) {
    low = floor_div(low * t.element_size, r.element_size);
    high = floor_div(high * t.element_size, r.element_size);
  }
  const std::int64_t drift = (r.rows - 1) * r.row_stride;
  if (r.start + std::min<std::int64_t>(drift, 0) >= low &&
      r.start + std::max<std::int64_t>(drift, 0) + r.columns <= high) {
    return;
  }
  event e;
  // A tile whose rows are right leaves its rows, even where that is also the end of the memory.
  const bool rows_fit = goes_by_rows(t, r) && !box_of(t, r).rows_outside;
  // So does one whose rows are further apart, or closer, than those of the target.
  const bool other_stride = t.rows > 0 && !t.many_matrices() && r.two_dimensional && r.rows > 1 &&
                            r.row_stride != t.row_stride && t.element_size == r.element_size;
  e.kind = rows_fit || other_stride ? mistake::outside_row : mistake::out_of_bounds;
  e.place = place;
  e.target = target;
  e.access = kind;
  e.where = r;
  e.first = INT64_MAX;
  e.last = INT64_MIN;
  const auto outside = [&](std::int64_t row, std::int64_t begin, std::int64_t end) {
    if (begin >= end) {
      return;
    }
    if (e.lanes == 0) {
      e.lane = r.first_lane + row * r.lane_row_step + (begin - r.row(row)) * r.lane_column_step;
    }
    e.lanes += end - begin;
    e.first = std::min(e.first, begin);
    e.last = std::max(e.last, end - 1);
  };
  for (std::int64_t row = 0; row < r.rows; ++row) {
    const std::int64_t begin = r.row(row), end = begin + r.columns;
    outside(row, begin, std::min(end, low));
    outside(row, std::max({begin, high, low}), end);
  }
  stop(p, std::move(e));
}

void launch_monitor::check_rectangle(program& p, access_kind kind, source_place place, int target,
                                     const rectangle& r) {
  const auto& t = targets_[static_cast<std::size_t>(target)];
  if (t.rows > 0 && t.element_size == r.element_size) {
    check_rows(p, kind, place, target, r);
  }
  const auto memory = static_cast<std::size_t>(t.memory);
  const memory_block& m = memories_[memory];
  rectangle in_memory = rescaled(r, m.element_size);
  in_memory.start += t.memory_offset;
  if (p.undefined != filling::marked) {  // a second run: only what it stores is of interest
    if (kind == access_kind::store) {
      journal_change(p, t.memory, in_memory);
    }
    return;
  }
  if (kind != access_kind::store && m.registered != nullptr && !m.registered->all_initialised) {
    check_initialised(p, kind, place, target, r, in_memory);
  }
  worker_log& log = log_of(p);
  log.locks = log.locks || kind == access_kind::compare_and_swap;
  if (log.exchanges != p.exchanges) {
    log.exchanges = p.exchanges;
    log.loads_begin = log.loads.size();  // what lanes gave to each other they had loaded
  }
  if (kind == access_kind::load) {
    if (writable_[memory]) {
      check_barrier(p, place, target, r, in_memory);
      log.loads.push_back({in_memory, p.index, place, t.memory, target, kind});
    }
    return;
  }
  if (kind == access_kind::store) {
    check_lane_collision(p, place, target, r);
    check_overwrite(p, place, target, r, in_memory);
    if (p.journaled) {
      journal_change(p, t.memory, in_memory);
    }
  }
  log.stores.push_back({in_memory, p.index, place, t.memory, target, kind});
}

namespace {

// Does a tile reach from one matrix into the next? It may mean to, where a kernel takes all
// matrices for one: then its tiles begin at multiples of their height from the first row of all.
// One that does not, but begins at such a multiple within its matrix, goes by matrices.
void find_next_matrix(const target& t, const rectangle& r, event* e) {
  const std::int64_t row = floor_div(r.start, t.row_stride);
  const std::int64_t end = (row / t.matrix_rows + 1) * t.matrix_rows;
  const std::int64_t begin = row - r.first_lane / r.tile_columns;  // of the tile
  if (row < 0 || row + r.rows <= end || r.lane_column_step != 1 || begin % r.tile_rows == 0 ||
      (begin - (end - t.matrix_rows)) % r.tile_rows != 0) {
    return;
  }
  e->next_matrix = true;
  e->first = r.row(end - row);
  e->last = r.row(r.rows - 1) + r.columns - 1;
  e->lane = r.first_lane + (end - row) * r.lane_row_step;
  e->lanes = (row + r.rows - end) * r.columns;
}

}  // namespace

// Lanes that stay inside the memory but leave the row they belong to. Gaps between rows belong to
// no row. Where rows touch, only a two-dimensional tile is known to go by rows: a tile of rank 1
// may well treat the whole array as one long vector.
void launch_monitor::check_rows(program& p, access_kind kind, source_place place, int target,
                                const rectangle& r) {
  const auto& t = targets_[static_cast<std::size_t>(target)];
  const bool gaps = t.row_stride > t.columns;
  const bool by_rows = r.two_dimensional && r.rows > 1 && r.row_stride == t.row_stride;
  // Of an array of many axes a tile may take several as one, where nothing lies between them.
  if (!gaps && !(t.many_matrices() ? by_rows : r.two_dimensional)) {
    return;
  }
  event e;
  for (std::int64_t row = 0; row < r.rows; ++row) {
    const std::int64_t begin = r.row(row);
    const std::int64_t column = begin - floor_div(begin, t.row_stride) * t.row_stride;
    const std::int64_t outside = std::min(r.columns, column + r.columns - t.columns);
    if (outside > 0) {
      const std::int64_t first = begin + r.columns - outside;
      if (e.lanes == 0) {
        e.first = first;
        e.lane = r.first_lane + row * r.lane_row_step + (first - begin) * r.lane_column_step;
      }
      e.last = begin + r.columns - 1;
      e.lanes += outside;
    }
    if (row == 0 && outside <= 0 && r.row_stride == t.row_stride) {
      break;  // all rows lie alike
    }
  }
  if (e.lanes == 0 && by_rows && t.many_matrices()) {
    find_next_matrix(t, r, &e);
  }
  if (e.lanes == 0) {
    return;
  }
  e.kind = mistake::outside_row;
  e.place = place;
  e.target = target;
  e.access = kind;
  e.where = r;
  stop(p, std::move(e));
}

bool launch_monitor::stored_before(const worker_log& log, int memory, std::int64_t element) const {
  for (std::size_t i = log.program_begin; i < log.stores.size(); ++i) {
    const access_record& s = log.stores[i];
    for (std::int64_t row = 0; s.memory == memory && row < s.where.rows; ++row) {
      const std::int64_t begin = s.where.row(row);
      if (element >= begin && element < begin + s.where.columns) {
        return true;
      }
    }
  }
  return false;
}

void launch_monitor::check_initialised(program& p, access_kind kind, source_place place, int target,
                                       const rectangle& in_target, const rectangle& in_memory) {
  const auto& t = targets_[static_cast<std::size_t>(target)];
  const bitmap& written = memories_[static_cast<std::size_t>(t.memory)].registered->initialised;
  const worker_log& log = log_of(p);
  event e;
  for (std::int64_t row = 0; row < in_memory.rows; ++row) {
    const std::int64_t begin = std::max<std::int64_t>(0, in_memory.row(row));
    const std::int64_t end = std::min(written.size(), in_memory.row(row) + in_memory.columns);
    for (std::int64_t i = written.find(begin, end, false); i < end;
         i = written.find(i + 1, end, false)) {
      if (stored_before(log, t.memory, i)) {
        continue;
      }
      if (e.lanes++ == 0) {
        e.first = i - t.memory_offset;
        e.lane = in_target.first_lane + row * in_target.lane_row_step +
                 (i - in_memory.row(row)) * in_target.lane_column_step;
      }
      e.last = std::max(e.last, i - t.memory_offset);
    }
  }
  if (e.lanes > 0) {
    e.kind = mistake::uninitialised_read;
    e.place = place;
    e.target = target;
    e.access = kind;
    e.where = in_target;
    add(p, std::move(e));
  }
}

}  // namespace kw::runtime
