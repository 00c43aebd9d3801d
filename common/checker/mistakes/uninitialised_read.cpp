// A lane reads what nothing has written.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/stored_memory.hpp"

namespace kw::runtime {
namespace {

struct read_of_nothing {
  std::int64_t tile_lanes;
  bool written_here = false;       // but other programs of the launch write it
  bool written_by_itself = false;  // and the program stores to it later
};

words explain(const site& s) {
  const event& e = s.e;
  const auto& facts = e.as<read_of_nothing>();
  words w;
  const bool gaps = e.count != e.last - e.first + 1;
  const std::string lanes = facts.tile_lanes == 1 ? "" : " (" + counted(e.count, "lane") + ")";
  w.facts = s.verb() + " " +
            (gaps ? number(e.count) + " elements between " + s.range(e.first, e.first) + " and " +
                        s.range(e.last, e.last)
                  : s.range(e.first, e.last) + lanes) +
            ", which nothing has written.";
  const std::string inputs = s.inputs();
  const bool atomic = e.access >= access_kind::atomic;
  if (atomic) {
    w.advice =
        "It adds to whatever the memory held. Fill " + s.buffer + " with 0 before the launch.";
  } else if (facts.written_by_itself && facts.written_here) {
    w.advice =
        "Several programs load it, add to it and store it, but it holds nothing at the start, "
        "and what another program adds in between is lost. Fill " +
        s.buffer + " with 0 before the launch and use `tl.atomic_add(" + s.buffer +
        ", part)`, which loads, adds and stores in one step.";
  } else if (facts.written_here) {
    w.advice =
        "Other programs write this in the same launch, but programs run in no fixed order. A "
        "program may read what was there before the launch, and what it stored itself.";
  } else if (!s.where->is_const) {
    w.advice =
        s.buffer + " is an output: before the kernel stores to it, it holds nothing of use." +
        (inputs.empty() ? "" : " Did you mean to load from " + inputs + "?") +
        (facts.written_by_itself ? " If it is to be added to, fill it with 0 before the launch."
                                 : "");
  } else {
    w.advice = "No values were put into " + s.buffer +
               " before the launch. Upload them, or launch the kernel that writes it first.";
  }
  return w;
}

// Did the running program store to this element before?
bool stored_before(const worker_log& log, int memory, std::int64_t element) {
  return std::any_of(
      log.stores.begin() + static_cast<std::ptrdiff_t>(log.program_begin), log.stores.end(),
      [&](const access_record& s) { return s.memory == memory && s.where.covers(element); });
}

void look(launch_monitor& monitor, program& p, const seen_access& a) {
  const target& t = a.where;
  const memory_block& m = monitor.memories()[static_cast<std::size_t>(t.memory)];
  if (m.registered == nullptr || m.registered->all_initialised) {
    return;
  }
  const bitmap& written = m.registered->initialised;
  const rectangle& in_memory = a.in_memory;
  const worker_log& log = monitor.log_of(p);
  event e(uninitialised_read, a);
  for (std::int64_t row = 0; row < in_memory.rows; ++row) {
    const std::int64_t begin = std::max<std::int64_t>(0, in_memory.row(row));
    const std::int64_t end = std::min(written.size(), in_memory.row(row) + in_memory.columns);
    for (std::int64_t i = written.find(begin, end, false); i < end;
         i = written.find(i + 1, end, false)) {
      if (stored_before(log, t.memory, i)) {
        continue;
      }
      if (e.count++ == 0) {
        e.first = i - t.memory_offset;
      }
      e.last = std::max(e.last, i - t.memory_offset);
    }
  }
  if (e.count > 0) {
    e.facts = read_of_nothing{a.lanes.lanes()};
    monitor.add(p, std::move(e));
  }
}

// Where elements were read before anything wrote them: did another program of this launch write
// them, or the same one?
void note_late_writers(stored_memory& m, std::vector<event>& events) {
  for (event& e : events) {
    if (e.kind != &uninitialised_read || e.target < 0) {
      continue;
    }
    const target& t = m.monitor.targets()[static_cast<std::size_t>(e.target)];
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
    .explain = explain,
    .while_running = {.look_at_load = look, .look_at_atomic = look},
    .in_memory = note_late_writers,
};

bool is_written_by_another(const event& e) {
  return e.as<read_of_nothing>().written_here;
}

}  // namespace kw::runtime
