#include "common/checker/mistakes/meetings.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "common/checker/mistakes/stored_memory.hpp"

namespace kw::runtime {
namespace {

struct run {
  std::int64_t begin, end;
  const access_record* access;
};

// A total order that does not depend on which worker logged what.
bool before(const run& a, const run& b) {
  if (a.begin != b.begin) {
    return a.begin < b.begin;
  }
  if (a.access->program != b.access->program) {
    return a.access->program < b.access->program;
  }
  if (a.end != b.end) {
    return a.end < b.end;
  }
  return a.access->place.line != b.access->place.line ? a.access->place.line < b.access->place.line
                                                      : a.access->kind < b.access->kind;
}

// Of all runs seen so far, the one that reaches furthest, and the one of another program that does.
struct frontier {
  const run* furthest = nullptr;
  const run* of_another = nullptr;

  const run* against(const run& r) const {
    const bool own = furthest != nullptr && furthest->access->program == r.access->program;
    const run* other = own ? of_another : furthest;
    return other != nullptr && other->end > r.begin ? other : nullptr;
  }

  void add(const run& r) {
    if (furthest == nullptr || furthest->access->program == r.access->program) {
      furthest = furthest == nullptr || r.end > furthest->end ? &r : furthest;
    } else if (r.end > furthest->end) {
      of_another = furthest;
      furthest = &r;
    } else if (of_another == nullptr || r.end > of_another->end) {
      of_another = &r;
    }
  }
};

enum side { kLoad, kStore, kAtomic };

side side_of(const run& r) {
  return r.access->atomic() ? kAtomic : r.access->kind == access_kind::load ? kLoad : kStore;
}

// What two accesses of different programs to one place are: nothing for two loads or two atomics.
std::optional<meeting_kind> meeting_of(side a, side b) {
  if (a == b) {
    return a == kStore ? std::optional(meeting_kind::two_stores) : std::nullopt;
  }
  return a == kAtomic || b == kAtomic ? meeting_kind::atomic_and_other
                                      : meeting_kind::load_and_store;
}

// All meetings of one kind: the pair of the lowest programs stands for them.
struct meetings {
  const run* low = nullptr;
  const run* high = nullptr;
  std::unordered_set<std::int64_t> programs;

  void add(const run& a, const run& b) {
    const bool rising = a.access->program < b.access->program;
    const run* first = rising ? &a : &b;
    const run* second = rising ? &b : &a;
    programs.insert(first->access->program);
    programs.insert(second->access->program);
    const auto key = [](const run* x, const run* y) {
      return std::pair(x->access->program, y->access->program);
    };
    if (low == nullptr || key(first, second) < key(low, high)) {
      low = first;
      high = second;
    }
  }

  meeting told_as(meeting_kind kind) const {
    return {.kind = kind,
            .one = *low->access,
            .other = *high->access,
            .first = std::max(low->begin, high->begin),
            .last = std::min(low->end, high->end) - 1,
            .programs = static_cast<std::int64_t>(programs.size())};
  }
};

std::optional<meeting> find_meeting(const std::vector<access_record>& accesses) {
  std::vector<run> runs;
  for (const access_record& a : accesses) {
    for (std::int64_t row = 0; row < a.where.rows; ++row) {
      runs.push_back({a.where.row(row), a.where.row(row) + a.where.columns, &a});
    }
  }
  std::sort(runs.begin(), runs.end(), before);
  frontier seen[3];
  meetings met[3];  // by meeting_kind
  for (const run& r : runs) {
    const side own = side_of(r);
    for (const side other : {kLoad, kStore, kAtomic}) {
      const auto kind = meeting_of(own, other);
      const run* against = kind ? seen[other].against(r) : nullptr;
      if (against != nullptr) {
        met[static_cast<int>(*kind)].add(*against, r);
      }
    }
    seen[own].add(r);
  }
  for (int kind = 0; kind < 3; ++kind) {
    if (met[kind].low != nullptr) {
      return met[kind].told_as(static_cast<meeting_kind>(kind));
    }
  }
  return std::nullopt;
}

// The accesses that may meet others. A load that touches nothing which the launch wrote meets
// nobody, which the painted bitmap tells at once.
std::vector<access_record> accesses_that_may_meet(const stored_memory& m, bool stores_met) {
  std::vector<access_record> accesses;
  for (const access_record& load : m.monitor.loads_from(m.memory)) {
    for (std::int64_t row = 0; row < load.where.rows; ++row) {
      const std::int64_t begin = std::max<std::int64_t>(0, load.where.row(row));
      const std::int64_t end = std::min(m.painted.size(), load.where.row(row) + load.where.columns);
      if (m.painted.find(begin, end, true) < end) {
        accesses.push_back(load);
        break;
      }
    }
  }
  if (!stores_met && accesses.empty()) {
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

}  // namespace

const std::optional<meeting>& stored_memory::met() {
  if (std::exchange(searched_, true)) {
    return met_;
  }
  unsigned axes_asked = 0;
  for (const worker_log& log : monitor.logs()) {
    if (log.locks) {
      return met_;  // programs that wait for each other by compare-and-swap may share memory
    }
    axes_asked |= log.axes_asked;
  }
  const std::vector<access_record> accesses = accesses_that_may_meet(*this, stores_met_);
  met_ = find_meeting(accesses);
  if (met_) {
    met_->axes_asked = axes_asked;
    met_->loaded_before =
        std::any_of(accesses.begin(), accesses.end(), [&](const access_record& a) {
          return a.kind == access_kind::load && a.program == met_->one.program &&
                 a.place.line <= met_->one.place.line && a.where.covers(met_->first);
        });
  }
  return met_;
}

void add_race(stored_memory& m, meeting_kind kind, const mistake& as, std::vector<event>& events) {
  const std::optional<meeting>& met = m.met();
  if (!met || met->kind != kind) {
    return;
  }
  const access_record& storing = met->storing();
  const target& t = m.monitor.targets()[static_cast<std::size_t>(storing.target)];
  event race(as, storing.place);
  race.program = met->one.program;
  race.other_program = met->other.program;
  race.programs = met->programs;
  race.target = storing.target;
  race.access = storing.kind;
  race.first = met->first - t.memory_offset;
  race.last = met->last - t.memory_offset;
  race.count = met->last - met->first + 1;
  race.facts = *met;
  events.push_back(std::move(race));
}

std::string race_range(const site& s) {
  const rectangle& a = s.e.as<meeting>().one.where;
  const rectangle& b = s.e.as<meeting>().other.where;
  const std::int64_t base = s.where->memory_offset;
  if (s.where->rows > 0 && a.two_dimensional && a.row_stride == s.where->row_stride &&
      a.start == b.start && a.row_stride == b.row_stride) {
    const std::int64_t row = (a.start - base) / s.where->row_stride;
    const std::int64_t column = (a.start - base) % s.where->row_stride;
    return span("row", row, row + std::min(a.rows, b.rows) - 1) + ", " +
           span("column", column, column + std::min(a.columns, b.columns) - 1) + " of " + s.buffer;
  }
  return s.range(s.e.first, s.e.last);
}

}  // namespace kw::runtime
