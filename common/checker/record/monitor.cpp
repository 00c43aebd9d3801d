#include "common/checker/record/monitor.hpp"

#include <algorithm>

#include "kernelwright/runtime/error.hpp"

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

// The same operation on the same lanes, as in a loop that waits.
bool repeats(const access_record& a, const access_record& b) {
  return a.program == b.program && a.kind == b.kind && a.memory == b.memory &&
         a.place.line == b.place.line && a.where.start == b.where.start &&
         a.where.count() == b.where.count();
}

access_list records_of(const launch_monitor& monitor, int memory, access_list worker_log::*which) {
  access_list all;
  for (const worker_log& log : monitor.logs()) {
    for (const access_record& s : log.*which) {
      if (s.memory == memory) {
        all.push_back(s);
      }
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const access_record& a, const access_record& b) {
    return a.program < b.program;
  });
  return all;
}

}  // namespace

launch_monitor::launch_monitor(const launch_description& launch, int workers,
                               const std::vector<watch>& looks, launch_monitor* spent)
    : launch_(launch),
      arguments_(launch.arguments, launch.arguments + launch.argument_count),
      programs_(std::int64_t{1} * launch.grid[0] * launch.grid[1] * launch.grid[2]),
      memory_(launch),
      looks_(looks),
      logs_(static_cast<std::size_t>(workers)) {
  launch_.arguments = arguments_.data();
  for (std::size_t i = 0; spent != nullptr && i < logs_.size(); ++i) {
    // Fresh pages would cost more than the log.
    logs_[i].stores = std::move(spent->logs_[i].stores);
    logs_[i].stores.clear();
    logs_[i].loads = std::move(spent->logs_[i].loads);
    logs_[i].loads.clear();
  }
}

// A program may be run again with other values in lanes that have none. Looking at all of them
// would cost; a mistake about masks shows at the edges of the grid, if not everywhere.
bool launch_monitor::samples(std::int64_t program) const {
  if (programs_ <= kSampledPrograms || program % (programs_ / kSampledPrograms) == 0) {
    return true;
  }
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t extent = launch_.grid[axis];
    const std::int64_t id = program % extent;
    if (id != 0 && id != extent - 1) {
      return false;
    }
    program /= extent;
  }
  return true;
}

void launch_monitor::expect(const program& p) {
  worker_log& log = log_of(p);
  log.given = &p;
  log.given_index = p.index;
  log.given_undefined = p.undefined;
}

/// Whoever could report accesses under another program's number could hide every race.
void launch_monitor::require_expected(const program& p) const {
  const auto worker = static_cast<std::size_t>(p.worker);
  const bool known = worker < logs_.size();
  const worker_log* const log = known ? &logs_[worker] : nullptr;
  if (!known || (log->given != nullptr && (log->given != &p || log->given_index != p.index ||
                                           log->given_undefined != p.undefined))) {
    throw error(
        "an access was reported for a program that does not run now, so the checker cannot know "
        "who stores where. Use `tl` as the kernel gets it");
  }
}

void launch_monitor::begin_program(program* p) {
  expect(*p);
  worker_log& log = log_of(*p);
  static_cast<running_log&>(log) = {.program_begin = log.stores.size(),
                                    .barrier = log.stores.size(),
                                    .loads_begin = log.loads.size(),
                                    .synchronisations_begin = log.synchronisations.size()};
  log.running.begin();
  log.loaded.clear();
  log.undefined.clear();
  if (std::fetestexcept(kWatchedFlags) != 0) {
    std::feclearexcept(kWatchedFlags);
  }
  p->axes_asked = p->exchanges = 0;
  p->fetched = {};
  p->loop = nullptr;
  p->runs_ahead = false;
  p->journaled = samples(p->index);
  log.current.clear();
  log.current.program = p->index;
}

void launch_monitor::end_program(const program& p, bool ended) {
  worker_log& log = log_of(p);
  log.axes_asked |= p.axes_asked;
  note_fetched(p);
  note_idle(p);
  watch_floats(log, log.last_place);
  if (log.trouble.flags != 0) {
    log.trouble.program = p.index;
    log.troubles.push_back(log.trouble);
  }
  if (p.journaled && ended && !log.undefined.empty()) {
    log.current.undefined = log.undefined;
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
  if (p.undefined != filling::marked) {
    log.current.differs = true;  // the first run got past this point
    return;
  }
  log.touched = true;
  e.program = p.index;
  e.makers = {p.index};
  add_event(log.events, std::move(e));
}

void launch_monitor::stop(program& p, event e) {
  add(p, std::move(e));
  throw program_stopped{};
}

void launch_monitor::add_broken(program& p, event e) {
  log_of(p).broken = true;
  add(p, std::move(e));
}

void launch_monitor::add_fault(program& p, const fault& f) {
  worker_log& log = log_of(p);
  if (log.turn != nullptr) {  // the fault happened in an atomic operation
    log.turn->clear(std::memory_order_release);
    log.turn = nullptr;
  }
  if (!log.broken) {  // else what broke it was noted when it happened
    happened(p, log.last_place, f);
  }
}

void launch_monitor::happened(program& p, source_place place, const incident& what) {
  for (const watch& each : looks_) {
    if (each.look_at_incident != nullptr) {
      each.look_at_incident(*this, p, place, what);
    }
  }
}

void launch_monitor::watch_floats(worker_log& log, source_place place) {
  const int flags = std::fetestexcept(kWatchedFlags);
  if (flags != 0 && log.trouble.flags == 0) {
    log.trouble = {.flags = flags, .from = log.last_place, .to = place};
  }
}

void launch_monitor::begin_access(program& p, source_place place) {
  require_expected(p);
  worker_log& log = log_of(p);
  if (log.broken) {
    throw program_stopped{};
  }
  watch_floats(log, place);
  log.last_place = place;
  if (log.running.too_long()) [[unlikely]] {
    if (endless_.exchange(true)) {
      throw program_stopped{};  // one of them is enough
    }
    happened(p, place, long_run{});
  }
}

void launch_monitor::check(program& p, const access& a) {
  begin_access(p, a.place);
  const std::int64_t first = a.offsets == nullptr ? a.start : lowest_offset(a);
  if (a.offsets == nullptr ? a.rows <= 0 || a.cols <= 0 : first == INT64_MAX) {
    return note_skipped(p, a.kind);
  }
  const char* const base = static_cast<const char*>(a.base);
  note_touched(p, a.kind, base + first * a.element_size, a.lanes);
  const launch_memory::place at = memory_.resolve(base, first, a.kind, a.element_size);
  rectangle tile;
  tile.element_size = a.element_size;
  tile.tile_columns = a.lanes_per_row;
  tile.tile_rows = a.lanes / a.lanes_per_row;
  tile.two_dimensional = a.lanes > a.lanes_per_row;
  tile.masked = a.masked;
  tile.gathered = a.gathered;
  auto& [lanes, in_memory] = log_of(p).rectangles;
  lanes.clear();
  in_memory.clear();
  const bool one_by_one = add_lanes(a, at.shift, tile, &lanes);
  if (current_trace != nullptr) [[unlikely]] {  // before a guard ends the program
    current_trace->record(p, a, at.target < 0 ? -1 : target_at(at.target).argument,
                          lanes.front().origin(), runs_of(lanes));
  }
  if (at.target < 0) {
    return;  // memory that was never declared: nothing to check it against
  }
  const auto& t = target_at(at.target);
  if (counting_launch) [[unlikely]] {
    note_access_traffic(p, a.kind, t.data, lanes);
  }
  bool inside = true;
  for (const rectangle& r : lanes) {
    in_memory.push_back(rescaled(r, memory_at(t.memory).element_size));
    in_memory.back().start += t.memory_offset;
    inside = inside && is_inside(t, r);
  }
  check_rectangles(p, {a.kind, a.place, at.target, t, tile, lanes, in_memory, one_by_one, inside});
}

// Only what it stores is of interest, or whether it gets to an access.
void launch_monitor::check_second_run(program& p, const seen_access& a) {
  supposition* const supposed = log_of(p).supposed;
  for (const rectangle& r : a.in_memory) {
    if (supposed != nullptr && a.kind == supposed->wanted.kind &&
        a.where.memory == supposed->wanted.memory && r.covers(supposed->element)) {
      supposed->met = true;
      throw program_stopped{};
    }
    if (a.kind == access_kind::store) {
      journal_change(p, a.where.memory, r);
    }
  }
}

void launch_monitor::check_rectangles(program& p, const seen_access& a) {
  for (const watch& each : looks_) {
    if (each.guard != nullptr && (!a.inside || a.where.rows > 0)) {
      each.guard(*this, p, a);
    }
  }
  if (p.undefined != filling::marked) {
    return check_second_run(p, a);
  }
  worker_log& log = log_of(p);
  if (log.exchanges != p.exchanges) {
    log.exchanges = p.exchanges;
    log.loads_begin = log.loads.size();  // lanes had loaded what they passed to each other
  }
  if (a.kind != access_kind::store && a.target < 64) {
    log.read_targets |= std::uint64_t{1} << a.target;
  }
  for (const watch& each : looks_) {
    if (each.look != nullptr) {
      each.look(*this, p, a);
    }
  }
  const auto memory = static_cast<std::size_t>(a.where.memory);
  if (!only_reads(a.kind)) {
    memory_.note_store(memory);
  }
  for (const rectangle& r : a.in_memory) {
    if (a.kind == access_kind::store && p.journaled) {
      journal_change(p, a.where.memory, r);
    }
    if (!only_reads(a.kind) || memory_.writable(memory) || noting_loads) {
      note_access(log, {r, p.index, a.place, a.where.memory, a.target, a.kind});
    }
  }
}

void launch_monitor::note_access(worker_log& log, access_record a) {
  auto& all = only_reads(a.kind) ? log.loads : log.stores;
  const bool waits = a.atomic() || a.kind == access_kind::volatile_load;
  if (waits && !all.empty() && repeats(all.back(), a)) {
    return;
  }
  a.synchronised = static_cast<int>(log.synchronisations.size() - log.synchronisations_begin);
  all.push_back(a);
}

access_list launch_monitor::stores_into(int memory) const {
  return records_of(*this, memory, &worker_log::stores);
}

access_list launch_monitor::loads_from(int memory) const {
  return records_of(*this, memory, &worker_log::loads);
}

const access_record* launch_monitor::last_store_to(const char* address) const {
  const access_record* last = nullptr;
  for (const worker_log& log : logs_) {
    for (const access_record& s : log.stores) {
      const memory_block& m = memory_at(s.memory);
      if (address < m.data || address >= m.data + m.bytes) {
        continue;
      }
      const std::int64_t element = (address - m.data) / m.element_size;
      if (s.where.covers(element) && (last == nullptr || s.program >= last->program)) {
        last = &s;
      }
    }
  }
  return last;
}

float_trouble launch_monitor::trouble_of(std::int64_t program) const {
  for (const worker_log& log : logs_) {
    for (const float_trouble& t : log.troubles) {
      if (t.program == program) {
        return t;
      }
    }
  }
  return {};
}

}  // namespace kw::runtime
