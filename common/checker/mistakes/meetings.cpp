// Which two programs meet in one place, of which at least one stores. Reached only when some
// element was stored to twice, or loaded and stored to.
#include <algorithm>
#include <optional>
#include <unordered_set>

#include "common/checker/record/monitor.hpp"

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
std::optional<mistake> meeting_of(side a, side b) {
  if (a == b) {
    return a == kStore ? std::optional(mistake::write_race) : std::nullopt;
  }
  return a == kAtomic || b == kAtomic ? mistake::atomic_race : mistake::read_write_race;
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

  event told_as(mistake kind) const {
    event race;
    race.kind = kind;
    race.one = *low->access;
    race.other = *high->access;
    const access_record& storing = race.one.kind == access_kind::load ? race.other : race.one;
    race.place = kind == mistake::write_race ? race.one.place : storing.place;
    race.program = race.one.program;
    race.programs = static_cast<std::int64_t>(programs.size());
    race.target = storing.target;
    race.access = storing.kind;
    race.where = race.one.where;
    race.first = std::max(low->begin, high->begin);  // counted as the accesses are
    race.last = std::min(low->end, high->end) - 1;
    race.lanes = race.last - race.first + 1;
    return race;
  }
};

}  // namespace

std::vector<event> find_races(const std::vector<access_record>& accesses) {
  std::vector<run> runs;
  for (const access_record& a : accesses) {
    for (std::int64_t row = 0; row < a.where.rows; ++row) {
      runs.push_back({a.where.row(row), a.where.row(row) + a.where.columns, &a});
    }
  }
  std::sort(runs.begin(), runs.end(), before);
  frontier seen[3];
  meetings met[3];  // write_race, read_write_race, atomic_race
  for (const run& r : runs) {
    const side own = side_of(r);
    for (const side other : {kLoad, kStore, kAtomic}) {
      const auto kind = meeting_of(own, other);
      const run* against = kind ? seen[other].against(r) : nullptr;
      if (against != nullptr) {
        met[static_cast<int>(*kind) - static_cast<int>(mistake::write_race)].add(*against, r);
      }
    }
    seen[own].add(r);
  }
  // One cause, one finding: programs that write over each other also read each other's results.
  for (const mistake kind : {mistake::write_race, mistake::atomic_race, mistake::read_write_race}) {
    const meetings& m = met[static_cast<int>(kind) - static_cast<int>(mistake::write_race)];
    if (m.low != nullptr) {
      return {m.told_as(kind)};
    }
  }
  return {};
}

}  // namespace kw::runtime
