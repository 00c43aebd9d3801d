// After a launch: merges what the workers noted, finds races, and marks what was written.
#include <algorithm>
#include <set>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {
namespace {

bool covers(const access_record& s, std::int64_t element) {
  for (std::int64_t row = 0; row < s.where.rows; ++row) {
    const std::int64_t begin = s.where.row(row);
    if (element >= begin && element < begin + s.where.columns) {
      return true;
    }
  }
  return false;
}

bool same_line(const event& a, const event& b) {
  return a.kind == b.kind && a.target == b.target && a.place.line == b.place.line &&
         a.place.file == b.place.file;
}

std::vector<event> merged_events(launch_monitor& monitor) {
  std::vector<event> all;
  for (worker_log& log : monitor.logs()) {
    for (event& e : log.events) {
      e.programs = static_cast<std::int64_t>(e.makers.size());
      const auto known = std::find_if(all.begin(), all.end(),
                                      [&](const event& other) { return same_line(e, other); });
      if (known == all.end()) {
        all.push_back(e);
        continue;
      }
      const std::int64_t programs = known->programs + e.programs;  // no program has two workers
      if (e.program < known->program) {
        *known = e;
      }
      known->programs = programs;
    }
  }
  return all;
}

// Paints every store of a memory block. \returns did any two of them meet?
bool paint(const launch_monitor& monitor, int memory, bitmap* painted) {
  bool met = false;
  for (const worker_log& log : monitor.logs()) {
    for (const access_record& s : log.stores) {
      if (s.memory != memory) {
        continue;
      }
      for (std::int64_t row = 0; row < s.where.rows; ++row) {
        const std::int64_t begin = s.where.row(row), end = begin + s.where.columns;
        const std::int64_t low = std::clamp<std::int64_t>(begin, 0, painted->size());
        const std::int64_t high = std::clamp<std::int64_t>(end, low, painted->size());
        met |= painted->paint(low, high);
        met |= low != begin || high != end;  // outside what is known: look closely
      }
    }
  }
  return met;
}

// By the program of the event itself, or by another one?
bool written_by(const launch_monitor& monitor, int memory, std::int64_t element, const event& e,
                bool itself) {
  const auto stores = stores_into(monitor, memory);
  return std::any_of(stores.begin(), stores.end(), [&](const access_record& s) {
    return (s.program == e.program) == itself && covers(s, element);
  });
}

// Where elements were read before anything wrote them: did another program of this launch write
// them?
void note_late_writers(const launch_monitor& monitor, int memory, const bitmap& painted,
                       std::vector<event>* events) {
  for (event& e : *events) {
    if (e.kind != mistake::uninitialised_read || e.target < 0) {
      continue;
    }
    const target& t = monitor.targets()[static_cast<std::size_t>(e.target)];
    const std::int64_t element = e.first + t.memory_offset;
    if (t.memory == memory && element >= 0 && element < painted.size()) {
      e.written_here = painted.test(element) && written_by(monitor, memory, element, e, false);
      e.written_by_itself = painted.test(element) && written_by(monitor, memory, element, e, true);
    }
  }
}

// Do programs meet in this memory? A load that touches nothing which the launch wrote meets nobody,
// which the painted bitmap tells at once.
std::vector<event> races_in(const launch_monitor& monitor, int memory, bool stores_met,
                            const bitmap& painted) {
  unsigned axes_asked = 0;
  for (const worker_log& log : monitor.logs()) {
    if (log.locks) {
      return {};  // programs that wait for each other by compare-and-swap may share memory
    }
    axes_asked |= log.axes_asked;
  }
  std::vector<access_record> meeting;
  for (const access_record& load : loads_from(monitor, memory)) {
    for (std::int64_t row = 0; row < load.where.rows; ++row) {
      const std::int64_t begin = std::max<std::int64_t>(0, load.where.row(row));
      const std::int64_t end = std::min(painted.size(), load.where.row(row) + load.where.columns);
      if (painted.find(begin, end, true) < end) {
        meeting.push_back(load);
        break;
      }
    }
  }
  if (!stores_met && meeting.empty()) {
    return {};
  }
  const auto stores = stores_into(monitor, memory);
  const auto is_plain = [](const access_record& s) { return !s.atomic(); };
  if (meeting.empty() && std::none_of(stores.begin(), stores.end(), is_plain)) {
    return {};
  }
  meeting.insert(meeting.end(), stores.begin(), stores.end());
  std::vector<event> races = find_races(meeting);
  for (event& race : races) {
    race.loaded_before = std::any_of(meeting.begin(), meeting.end(), [&](const access_record& a) {
      return a.kind == access_kind::load && a.program == race.program &&
             a.place.line <= race.one.place.line && covers(a, race.first);
    });
    const auto& t = monitor.targets()[static_cast<std::size_t>(race.target)];
    race.first -= t.memory_offset;
    race.last -= t.memory_offset;
    race.axes_asked = axes_asked;
  }
  return races;
}

// The programs of a launch that did something reach from the first one to these ids; if all others,
// and only those, did nothing, then the grid is too large. Any other idle program is meant to be:
// one of a tile above the diagonal, or behind a loop over all work that asks how many programs are.
bool find_idle(const launch_monitor& monitor, event* idle) {
  const launch_description& launch = monitor.launch();
  std::int64_t count = 0, first = -1;
  bool asked_extent = false, loads_only = false;
  std::set<const char*> useful;
  grid_box working;
  for (const worker_log& log : monitor.logs()) {
    asked_extent = asked_extent || (log.axes_asked & kAskedExtent) != 0;
    count += log.idle;
    if (log.first_idle >= 0 && (first < 0 || log.first_idle < first)) {
      first = log.first_idle;
    }
    idle->touched_nothing = idle->touched_nothing || log.idle > log.idle_skipping;
    loads_only = loads_only || !log.idle_loads.empty();
    working.add(log.working);
  }
  for (const worker_log& log : monitor.logs()) {
    if (loads_only) {
      useful.insert(log.useful.begin(), log.useful.end());
    }
  }
  for (const worker_log& log : monitor.logs()) {
    for (const idle_program& p : log.idle_loads) {
      if (std::all_of(p.loaded.begin(), p.loaded.end(),
                      [&](const char* place) { return useful.count(place) > 0; })) {
        first = count++ == 0 ? p.program : std::min(first, p.program);
        idle->loads_only = true;
      } else {
        working.add(monitor.program_at(p.program));
      }
    }
  }
  if (asked_extent && idle->touched_nothing) {
    return false;
  }
  if (count == 0 || count == monitor.programs() || count + working.size() != monitor.programs()) {
    return false;  // a kernel that touches nothing at all has other troubles
  }
  idle->kind = mistake::grid_too_large;
  idle->place = launch.place;
  idle->program = first;
  idle->programs = count;
  return true;
}

}  // namespace

const char* slug(mistake kind) {
  switch (kind) {
    case mistake::raw_access:
      return "raw-access";
    case mistake::index_overflow:
      return "index-overflow";
    case mistake::division_by_zero:
      return "division-by-zero";
    case mistake::out_of_bounds:
      return "out-of-bounds";
    case mistake::outside_row:
      return "outside-row";
    case mistake::uninitialised_read:
      return "uninitialised-read";
    case mistake::undefined_lane:
      return "undefined-lane";
    case mistake::lost_accumulator:
      return "lost-accumulator";
    case mistake::released_stage:
      return "released-stage";
    case mistake::misplaced_tile:
      return "misplaced-tile";
    case mistake::device_assert:
      return "device-assert";
    case mistake::missing_barrier:
      return "missing-barrier";
    case mistake::write_race:
      return "write-race";
    case mistake::read_write_race:
      return "read-write-race";
    case mistake::atomic_race:
      return "atomic-race";
    case mistake::grid_too_small:
      return "grid-too-small";
    case mistake::never_written:
      return "never-written";
    case mistake::grid_too_large:
      return "grid-too-large";
  }
  return "";
}

namespace {

std::vector<access_record> records_of(const launch_monitor& monitor, int memory,
                                      std::vector<access_record> worker_log::*which) {
  std::vector<access_record> all;
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

std::vector<access_record> stores_into(const launch_monitor& monitor, int memory) {
  return records_of(monitor, memory, &worker_log::stores);
}

std::vector<access_record> loads_from(const launch_monitor& monitor, int memory) {
  return records_of(monitor, memory, &worker_log::loads);
}

const access_record* launch_monitor::last_store_to(const char* address) const {
  const access_record* last = nullptr;
  for (const worker_log& log : logs_) {
    for (const access_record& s : log.stores) {
      const memory_block& m = memories_[static_cast<std::size_t>(s.memory)];
      if (address < m.data || address >= m.data + m.bytes) {
        continue;
      }
      const std::int64_t element = (address - m.data) / m.element_size;
      if (covers(s, element) && (last == nullptr || s.program >= last->program)) {
        last = &s;
      }
    }
  }
  return last;
}

std::vector<event> judge(launch_monitor& monitor) {
  monitor.forget_skipped();
  std::vector<event> events = merged_events(monitor);
  const bool stopped = monitor.stopped();
  std::vector<bool> stored(monitor.memories().size(), false), raced(stored.size(), false);
  for (const worker_log& log : monitor.logs()) {
    for (const access_record& s : log.stores) {
      stored[static_cast<std::size_t>(s.memory)] = true;
    }
  }
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const memory_block& m = monitor.memories()[i];
    if (!stored[i]) {
      continue;
    }
    const int memory = static_cast<int>(i);
    static bitmap painted;  // launches take turns; its pages are worth keeping
    painted.reset(m.elements());
    const bool met = paint(monitor, memory, &painted);
    for (event& race : races_in(monitor, memory, met, painted)) {
      raced[i] = raced[i] || race.kind == mistake::write_race;
      events.push_back(std::move(race));
    }
    note_late_writers(monitor, memory, painted, &events);
    if (m.registered != nullptr && !m.registered->all_initialised) {
      m.registered->initialised.unite(painted);
      m.registered->settle();
    }
  }
  // An offset that overflowed leads anywhere.
  std::erase_if(events, [&](const event& e) {
    return e.kind == mistake::out_of_bounds &&
           std::any_of(events.begin(), events.end(), [&](const event& other) {
             return other.kind == mistake::index_overflow && other.place.line == e.place.line;
           });
  });
  // A neighbour's element that was never written before is told as a read of nothing.
  std::erase_if(events, [&](const event& e) {
    return e.kind == mistake::read_write_race &&
           std::any_of(events.begin(), events.end(), [&](const event& other) {
             return other.kind == mistake::uninitialised_read && other.written_here;
           });
  });
  const auto memory_of = [&](const event& e) {
    return e.target < 0 ? -1 : monitor.targets()[static_cast<std::size_t>(e.target)].memory;
  };
  const auto is_race = [](const event& e) {
    return e.kind == mistake::write_race || e.kind == mistake::read_write_race ||
           e.kind == mistake::atomic_race;
  };
  // Lanes of a program that overwrite each other's inputs matter less than programs that do.
  std::erase_if(events, [&](const event& e) {
    return e.kind == mistake::missing_barrier && e.access == access_kind::store &&
           std::any_of(events.begin(), events.end(), [&](const event& other) {
             return is_race(other) && memory_of(other) == memory_of(e);
           });
  });
  // Lanes that leave their rows meet those of the next row's program; and the tile that reaches out
  // of its matrix may be the last one's, which leaves the memory.
  std::erase_if(events, [&](const event& e) {
    return (is_race(e) || e.next_matrix) &&
           std::any_of(events.begin(), events.end(), [&](const event& other) {
             return (is_race(e) && other.next_matrix) ||
                    ((other.kind == mistake::out_of_bounds ||
                      (other.kind == mistake::outside_row && !e.next_matrix)) &&
                     other.place.line == e.place.line && other.target == e.target);
           });
  });
  // A launch that was cut short says nothing about its grid.
  for (const event& e : events) {
    if (e.kind == mistake::write_race && e.target >= 0) {
      const target& t = monitor.targets()[static_cast<std::size_t>(e.target)];
      raced[static_cast<std::size_t>(t.memory)] = true;
    }
  }
  for (std::size_t i = 0; !stopped && i < monitor.targets().size(); ++i) {
    event unwritten;
    const auto memory = static_cast<std::size_t>(monitor.targets()[i].memory);
    if (find_unwritten(monitor, static_cast<int>(i), raced[memory], &unwritten)) {
      events.push_back(unwritten);
    }
  }
  event idle;
  const bool other_cause = std::any_of(events.begin(), events.end(), [](const event& e) {
    return e.kind == mistake::write_race || e.kind == mistake::read_write_race ||
           e.kind == mistake::atomic_race || e.kind == mistake::never_written ||
           e.kind == mistake::grid_too_small;
  });
  if (!stopped && !other_cause && find_idle(monitor, &idle)) {
    events.push_back(idle);
  }
  std::stable_sort(events.begin(), events.end(), [](const event& a, const event& b) {
    return a.kind != b.kind         ? a.kind < b.kind
           : a.program != b.program ? a.program < b.program
                                    : a.place.line < b.place.line;
  });
  return events;
}

}  // namespace kw::runtime
