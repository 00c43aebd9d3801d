#include "common/checker/mistakes/meetings.hpp"

#include <algorithm>
#include <utility>

#include "common/checker/record/supposition.hpp"

namespace kw::runtime {
namespace {

// The accesses that may meet others. A load of elements that the launch did not write meets none,
// which the painted bitmap shows at once.
access_list accesses_that_may_meet(const stored_memory& m) {
  access_list accesses;
  // Nothing is painted in memory that is known only by a bare pointer, so any load may meet a
  // store.
  const bool bounded = m.painted.size() > 0;
  for (const access_record& load : m.monitor.loads_from(m.memory)) {
    if (!bounded) {
      accesses.push_back(load);
      continue;
    }
    for (std::int64_t row = 0; row < load.where.rows; ++row) {
      const std::int64_t begin = std::max<std::int64_t>(0, load.where.row(row));
      const std::int64_t end = std::min(m.painted.size(), load.where.row(row) + load.where.columns);
      if (m.painted.find(begin, end, true) < end) {
        accesses.push_back(load);
        break;
      }
    }
  }
  if (!m.stores_met && accesses.empty()) {
    return {};
  }
  const auto stores = m.monitor.stores_into(m.memory);
  const auto is_plain = [](const access_record& s) { return !s.atomic(); };
  if (accesses.empty() && std::none_of(stores.begin(), stores.end(), is_plain)) {
    return {};
  }
  accesses.insert(accesses.end(), stores.begin(), stores.end());
  return accesses;
}

// Does the later program get to its access although the earlier one has not gone on?
bool does_not_wait(launch_monitor& monitor, const runner& run, event_order& order,
                   const meeting& met) {
  supposition supposed({met.other.kind, met.other.memory, met.first});
  order.suppose_without_rest(met.one, met.other, supposed);
  program p = monitor.program_at(met.other.program);
  p.undefined = filling::zero;  // it runs for this question alone
  p.journaled = p.stores_off = true;
  monitor.expect(p);
  worker_log& log = monitor.logs()[0];
  log.current.clear();
  log.running.begin();
  log.supposed = &supposed;
  try {
    (void)run(p);
  } catch (...) {  // what the kernel throws here it need not have thrown
  }
  log.supposed = nullptr;
  log.current.clear();
  return supposed.met();
}

}  // namespace

std::optional<meeting> find_meeting(const stored_memory& m) {
  const access_list accesses = accesses_that_may_meet(m);
  std::optional<meeting> met = find_meeting(accesses, m);
  if (met) {
    met->loaded_before = std::any_of(accesses.begin(), accesses.end(), [&](const access_record& a) {
      return only_reads(a.kind) && a.program == met->one.program &&
             a.place.line <= met->one.place.line && a.where.covers(met->first);
    });
  }
  return met;
}

event race_event(const launch_monitor& monitor, const meeting& met) {
  static constexpr const mistake* kKinds[] = {&write_race, &atomic_race, &read_write_race};
  const access_record& storing = met.storing();
  const target& t = monitor.target_at(storing.target);
  event race(*kKinds[static_cast<int>(met.kind)], storing.place);
  race.program = met.one.program;
  race.other_program = met.other.program;
  race.programs = met.programs;
  race.target = storing.target;
  race.access = storing.kind;
  race.first = met.first - t.memory_offset;
  race.last = met.last - t.memory_offset;
  race.count = met.last - met.first + 1;
  race.facts = met;
  return race;
}

void find_lucky_order(launch_monitor& monitor, const runner& run, event_order& order,
                      std::vector<meeting> in_order, std::vector<event>& events) {
  std::stable_sort(in_order.begin(), in_order.end(),
                   [](const meeting& a, const meeting& b) { return a.kind < b.kind; });
  for (meeting& met : in_order) {
    if (!does_not_wait(monitor, run, order, met)) {
      continue;
    }
    met.by_luck = true;
    met.loaded_before = std::any_of(in_order.begin(), in_order.end(), [&](const meeting& other) {
      return other.kind == meeting_kind::load_and_store && other.first == met.first;
    });
    if (met.one.program > met.other.program) {
      std::swap(met.one, met.other);
    }
    events.push_back(race_event(monitor, met));
    return;  // the others have the same cause
  }
}

std::string told_of_luck(const site& s) {
  const auto& met = s.e.as<meeting>();
  return !met.by_luck
             ? ""
             : sentence(
                   "There are atomic operations between the two, but they make no program wait: "
                   "with what they return while program {} is still at this line, program {} "
                   "goes on all the same. An atomic operation protects only the element that it "
                   "changes. ",
                   s.program(met.one.program), s.program(met.other.program));
}

std::string race_range(const site& s) {
  const rectangle& a = s.e.as<meeting>().one.where;
  const rectangle& b = s.e.as<meeting>().other.where;
  const std::int64_t base = s.where->memory_offset;
  if (s.where->rows > 0 && a.two_dimensional && a.row_stride == s.where->row_stride &&
      a.start == b.start && a.row_stride == b.row_stride) {
    const std::int64_t row = (a.start - base) / s.where->row_stride;
    const std::int64_t column = (a.start - base) % s.where->row_stride;
    return sentence("{}, {} of {}", span("row", row, row + std::min(a.rows, b.rows) - 1),
                    span("column", column, column + std::min(a.columns, b.columns) - 1), s.buffer);
  }
  return s.range(s.e.first, s.e.last);
}

}  // namespace kw::runtime
