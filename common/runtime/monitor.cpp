#include "monitor.hpp"

#include <algorithm>

namespace kw::runtime {
namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

// How far a pointer may have left its buffer and still be taken for it.
std::int64_t reach(const memory_block& m) {
  return std::max<std::int64_t>(1 << 20, m.bytes);
}

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

bool goes_by_rows(const target& t, const rectangle& r) {
  return t.rows > 0 && r.two_dimensional && (r.rows == 1 || r.row_stride == t.row_stride);
}

matrix_box box_of(const target& t, const rectangle& r) {
  matrix_box b{};
  b.row = floor_div(r.start, t.row_stride);
  b.column = r.start - b.row * t.row_stride;
  const std::int64_t slip = b.row % r.tile_rows;
  if (!r.masked && slip > 0 && (b.column + slip * t.row_stride) % r.tile_columns == 0) {
    // Columns past the end of their row count as columns of later rows; a tile that begins between
    // two tiles gives it away.
    b.row -= slip;
    b.column += slip * t.row_stride;
  }
  b.last_row = b.row + r.rows - 1;
  b.last_column = b.column + r.columns - 1;
  b.rows_outside = b.row < 0 || b.last_row >= t.rows;
  b.columns_outside = b.last_column >= t.columns;
  const std::int64_t rows = std::max<std::int64_t>(
      0, std::min(b.last_row, t.rows - 1) - std::max<std::int64_t>(b.row, 0) + 1);
  const std::int64_t columns =
      std::max<std::int64_t>(0, std::min(b.last_column, t.columns - 1) - b.column + 1);
  b.lanes_outside = r.count() - rows * columns;
  return b;
}

launch_monitor::launch_monitor(const launch_description& launch, int workers, launch_monitor* spent)
    : launch_(launch),
      programs_(std::int64_t{1} * launch.grid[0] * launch.grid[1] * launch.grid[2]),
      allocations_(all_allocations()),
      logs_(static_cast<std::size_t>(workers)) {
  for (std::size_t i = 0; spent != nullptr && i < logs_.size(); ++i) {
    logs_[i].stores =
        std::move(spent->logs_[i].stores);  // fresh pages would cost more than the log
    logs_[i].stores.clear();
  }
  for (int i = 0; i < launch.argument_count; ++i) {
    if (launch.arguments[i].kind != argument_kind::scalar) {
      add_target(i);
    }
  }
  for (const auto& known : allocations_) {
    target t;
    t.data = known->data;
    t.element_size = known->element_size;
    t.bounded = true;
    t.high = t.extent = known->elements();
    t.memory = memory_of(known->data, known->bytes, known->element_size);
    const auto same_memory = [&](const target& other) { return other.memory == t.memory; };
    if (std::none_of(targets_.begin(), targets_.end(), same_memory)) {
      targets_.push_back(t);
    }
  }
}

void launch_monitor::add_target(int argument) {
  const struct argument& a = launch_.arguments[argument];
  target t;
  t.argument = argument;
  t.data = static_cast<const char*>(a.data);
  t.element_size = a.element_size;
  t.is_const = a.is_const;
  if (a.kind == argument_kind::view) {
    t.bounded = true;
    t.high = t.extent = 1;
    for (int axis = 0; axis < a.rank; ++axis) {
      t.extent *= a.extents[axis];
      t.high += (a.extents[axis] - 1) * a.strides[axis];
    }
    t.high = t.extent == 0 ? 0 : t.high;
    if (a.rank == 2 && a.strides[1] == 1 && a.strides[0] >= a.extents[1] && t.extent > 0) {
      t.rows = a.extents[0];
      t.columns = a.extents[1];
      t.row_stride = a.strides[0];
    }
  }
  t.memory = memory_of(t.data, t.high * t.element_size, t.element_size);
  memory_block& m = memories_[static_cast<std::size_t>(t.memory)];
  t.memory_offset = floor_div(t.data - m.data, m.element_size);
  if (!t.bounded && m.registered != nullptr) {
    t.bounded = true;
    t.low = floor_div(m.data - t.data, t.element_size);
    t.high = t.low + m.bytes / t.element_size;
    t.extent = t.high - std::max<std::int64_t>(0, t.low);
  }
  targets_.push_back(t);
}

int launch_monitor::memory_of(const char* data, std::int64_t bytes, int element_size) {
  const auto index = [this](const memory_block& m) {
    return static_cast<int>(&m - memories_.data());
  };
  for (memory_block& m : memories_) {
    const bool inside = data >= m.data && data < m.data + std::max<std::int64_t>(m.bytes, 1);
    if (inside && (m.registered != nullptr || data + bytes <= m.data + m.bytes)) {
      return index(m);
    }
  }
  memory_block m{data, bytes, element_size, nullptr};
  for (const auto& known : allocations_) {
    if (data >= known->data && data < known->data + std::max<std::int64_t>(known->bytes, 1)) {
      m = {known->data, known->bytes, known->element_size, known};
    }
  }
  memories_.push_back(m);
  return static_cast<int>(memories_.size()) - 1;
}

launch_monitor::place_in_memory launch_monitor::resolve(const char* base, access_kind kind,
                                                        int element_size) const {
  // An argument that points here, else one that spans this place, else the nearest. Where arguments
  // share memory, loads look for an input and stores for an output.
  int best = -1;
  std::int64_t best_rank = 0;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const target& t = targets_[i];
    const bool fits = t.is_const == (kind == access_kind::load);
    std::int64_t distance = 0;
    if (t.bounded) {
      const char* low = t.data + t.low * t.element_size;
      const char* high = t.data + t.high * t.element_size;
      distance = base < low ? low - base : base >= high ? base - high + 1 : 0;
    }
    if (base == t.data && t.argument >= 0) {
      if (fits) {
        best = static_cast<int>(i);
        break;
      }
      distance = 0;
    }
    if (distance > reach(memories_[static_cast<std::size_t>(t.memory)])) {
      continue;
    }
    // Smaller is better: distance first, then arguments before other buffers, then the direction.
    const std::int64_t exact = base == t.data && t.argument >= 0 ? 0 : 8;
    const std::int64_t rank =
        exact + distance * 16 + (t.argument < 0 ? 4 : 0) + (t.bounded ? 0 : 2) + (fits ? 0 : 1);
    if (best < 0 || rank < best_rank) {
      best = static_cast<int>(i);
      best_rank = rank;
    }
  }
  if (best < 0) {
    return {-1, 0};
  }
  return {best, floor_div(base - targets_[static_cast<std::size_t>(best)].data, element_size)};
}

void launch_monitor::begin_program(int worker) {
  worker_log& log = logs_[static_cast<std::size_t>(worker)];
  log.program_begin = log.stores.size();
  log.touched = false;
}

void launch_monitor::end_program(const program& p) {
  worker_log& log = log_of(p);
  if (!log.touched) {
    log.first_idle = log.idle++ == 0 ? p.index : log.first_idle;
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
    std::erase_if(log.stores, [&](const store_record& s) { return s.program > end; });
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

void launch_monitor::check(program& p, const access& a) {
  if (a.rows <= 0 || a.cols <= 0) {
    return;
  }
  log_of(p).touched = true;
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
  e.kind = rows_fit ? mistake::outside_row : mistake::out_of_bounds;
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
  add(p, std::move(e));
  throw program_stopped{};
}

void launch_monitor::check_rectangle(program& p, access_kind kind, source_place place, int target,
                                     const rectangle& r) {
  const auto& t = targets_[static_cast<std::size_t>(target)];
  if (t.rows > 0 && t.element_size == r.element_size) {
    check_rows(p, kind, place, target, r);
  }
  const memory_block& m = memories_[static_cast<std::size_t>(t.memory)];
  rectangle in_memory = rescaled(r, m.element_size);
  in_memory.start += t.memory_offset;
  if (kind != access_kind::store && m.registered != nullptr && !m.registered->all_initialised) {
    check_initialised(p, kind, place, target, r, in_memory);
  }
  if (kind != access_kind::load) {
    log_of(p).stores.push_back(
        {in_memory, p.index, place, t.memory, target, kind == access_kind::atomic});
  }
}

// Lanes that stay inside the memory but leave the row they belong to. Gaps between rows belong to
// no row. Where rows touch, only a two-dimensional tile is known to go by rows: a tile of rank 1
// may well treat the whole array as one long vector.
void launch_monitor::check_rows(program& p, access_kind kind, source_place place, int target,
                                const rectangle& r) {
  const auto& t = targets_[static_cast<std::size_t>(target)];
  const bool gaps = t.row_stride > t.columns;
  if (!gaps && !r.two_dimensional) {
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
      return;  // all rows lie alike
    }
  }
  if (e.lanes == 0) {
    return;
  }
  e.kind = mistake::outside_row;
  e.place = place;
  e.target = target;
  e.access = kind;
  e.where = r;
  add(p, std::move(e));
  throw program_stopped{};
}

bool launch_monitor::stored_before(const worker_log& log, int memory, std::int64_t element) const {
  for (std::size_t i = log.program_begin; i < log.stores.size(); ++i) {
    const store_record& s = log.stores[i];
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

void launch_monitor::add_undefined(program& p, source_place place, const void* base,
                                   int element_size, std::int64_t first, int lane, int count) {
  const place_in_memory at =
      resolve(static_cast<const char*>(base), access_kind::store, element_size);
  event e;
  e.kind = mistake::undefined_lane;
  e.place = place;
  e.target = at.target;
  e.access = access_kind::store;
  e.where.element_size = element_size;
  e.first = at.shift + first;
  e.last = e.first + count - 1;
  e.lanes = count;
  e.lane = lane;
  add(p, std::move(e));
}

}  // namespace kw::runtime
