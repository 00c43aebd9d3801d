// A lane reads what nothing has written.
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/checker/mistakes/meetings.hpp"

namespace kw::runtime {
namespace {

struct read_of_nothing {
  std::int64_t tile_lanes;
  bool written_here = false;       // but other programs of the launch write it
  bool written_by_itself = false;  // and the program stores to it later
};

std::string advise_first_value(const site& s) {
  const auto& facts = s.e.as<read_of_nothing>();
  if (s.e.access == access_kind::atomic) {
    return "It continues from whatever the memory held. Before the launch, fill the buffer with a "
           "starting value, such as 0 for a sum.";
  }
  if (facts.written_by_itself && facts.written_here) {
    return sentence(
        "Several programs load it, add to it and store it, but it holds nothing at the start, and "
        "what another program adds in between is lost. Fill the buffer with 0 before the launch "
        "and use `tl.atomic_add({}, part)`, which loads, adds and stores in one step.",
        s.buffer);
  }
  if (facts.written_here) {
    return "Other programs write this in the same launch, but programs run in no fixed order. A "
           "program may read what was there before the launch, and what it stored itself. What "
           "needs the results of all programs goes into a second launch.";
  }
  return s.where->is_const
             ? sentence(
                   "No values were put into {} before the launch. Upload them, or first launch "
                   "the kernel that writes them.",
                   s.buffer)
             : sentence(
                   "{} is an output: before the kernel stores to it, it has no values. If the "
                   "kernel is to add to it, fill it with 0 before the launch; else load an input.",
                   s.buffer);
}

words explain_uninitialised_read(const site& s) {
  const event& e = s.e;
  const bool gaps = e.count != e.last - e.first + 1;
  const bool one_lane = e.as<read_of_nothing>().tile_lanes == 1;
  return {sentence("{} {}{}, which nothing has written.", s.verb(),
                   s.elements(e.first, e.last, e.count),
                   gaps || one_lane ? "" : " (" + counted(e.count, "lane") + ")"),
          advise_first_value(s)};
}

// Did the running program store to this element before?
bool stored_before(const worker_log& log, int memory, std::int64_t element) {
  return std::any_of(
      log.stores.begin() + static_cast<std::ptrdiff_t>(log.program_begin), log.stores.end(),
      [&](const access_record& s) { return s.memory == memory && s.where.covers(element); });
}

using element_runs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// What an access reads of a memory block that holds nothing, unless its own program stored it.
element_runs unwritten_runs(const worker_log& log, const bitmap& written, const seen_access& a) {
  element_runs runs;
  for (const rectangle& r : a.in_memory) {
    for (std::int64_t row = 0; row < r.rows; ++row) {
      const auto [begin, end] = written.inside(r, row);
      for (std::int64_t i = written.find(begin, end, false); i < end;
           i = written.find(i + 1, end, false)) {
        if (stored_before(log, a.where.memory, i)) {
          continue;
        }
        if (runs.empty() || runs.back().second != i) {
          runs.emplace_back(i, i);
        }
        runs.back().second = i + 1;
      }
    }
  }
  return runs;
}

void count(const element_runs& runs, const target& t, event* e) {
  e->first = INT64_MAX;
  e->last = INT64_MIN;
  e->count = 0;
  for (const auto& [begin, end] : runs) {
    e->first = std::min(e->first, begin - t.memory_offset);
    e->last = std::max(e->last, end - 1 - t.memory_offset);
    e->count += end - begin;
  }
}

// A loop that waits reads the same again and again.
bool is_known(const std::vector<late_read>& reads, const access_record& a) {
  return !reads.empty() && reads.back().access.program == a.program &&
         reads.back().access.place.line == a.place.line &&
         reads.back().access.where.start == a.where.start;
}

void look_for_uninitialised_read(launch_monitor& monitor, program& p, const seen_access& a) {
  constexpr std::size_t kMostLateReads = 1 << 16;
  const target& t = a.where;
  const memory_block& m = monitor.memory_at(t.memory);
  if (a.kind == access_kind::store || m.registered == nullptr || m.registered->all_initialised) {
    return;
  }
  worker_log& log = monitor.log_of(p);
  const element_runs runs = unwritten_runs(log, m.registered->initialised, a);
  if (runs.empty()) {
    return;
  }
  event e(uninitialised_read, a);
  e.facts = read_of_nothing{a.tile.lanes()};
  count(runs, t, &e);
  const auto synchronised =
      static_cast<int>(log.synchronisations.size() - log.synchronisations_begin);
  if (synchronised == 0 || !monitor.memory().writable(static_cast<std::size_t>(t.memory))) {
    return monitor.add(p, std::move(e));
  }
  e.program = p.index;
  e.makers = {p.index};
  const access_record access{a.in_memory.front(), p.index, a.place, t.memory, a.target, a.kind,
                             synchronised};
  if (!is_known(log.late_reads, access) && log.late_reads.size() < kMostLateReads) {
    log.late_reads.push_back({std::move(e), access, runs});
  }
}

// The part of a late read that no program had stored before.
element_runs still_unwritten(const late_read& read, const access_list& stores, event_order& order,
                             std::int64_t elements) {
  bitmap written(elements);
  for (const access_record& s : stores) {
    if (s.program != read.access.program && order.before(s, read.access)) {
      (void)written.paint(s.where);
    }
  }
  element_runs runs;
  for (const auto& [begin, end] : read.elements) {
    for (std::int64_t i = written.find(begin, end, false); i < end;) {
      const std::int64_t stop = written.find(i, end, true);
      runs.emplace_back(i, stop);
      i = written.find(stop, end, false);
    }
  }
  return runs;
}

void judge_late_reads(stored_memory& m, std::vector<event>& events) {
  const access_list stores = m.order.empty() ? access_list() : m.monitor.stores_into(m.memory);
  for (const worker_log& log : m.monitor.logs()) {
    for (const late_read& read : log.late_reads) {
      if (read.access.memory != m.memory) {
        continue;
      }
      const auto runs = still_unwritten(read, stores, m.order, m.painted.size());
      if (!runs.empty()) {
        event e = read.what;
        count(runs, m.monitor.target_at(e.target), &e);
        add_event(events, std::move(e));
      }
    }
  }
}

// Elements that were read before anything wrote them: did another program of this launch write
// them, or the same one?
void note_late_writers(stored_memory& m, std::vector<event>& events) {
  judge_late_reads(m, events);
  for (event& e : events) {
    if (e.kind != &uninitialised_read || e.target < 0) {
      continue;
    }
    const target& t = m.monitor.target_at(e.target);
    const std::int64_t element = e.first + t.memory_offset;
    if (t.memory != m.memory || element < 0 || element >= m.painted.size() ||
        !m.painted.test(element)) {
      continue;
    }
    auto facts = e.as<read_of_nothing>();
    for (const access_record& s : m.monitor.stores_into(m.memory)) {
      if (s.where.covers(element)) {
        (s.program == e.program ? facts.written_by_itself : facts.written_here) = true;
      }
    }
    e.facts = facts;
  }
}

}  // namespace

const mistake uninitialised_read{
    .name = "uninitialised-read",
    .explain = explain_uninitialised_read,
    .while_running = {.look = look_for_uninitialised_read},
    .in_memory = note_late_writers,
};

bool is_written_by_another(const event& e) {
  return e.as<read_of_nothing>().written_here;
}

}  // namespace kw::runtime
