// Which two programs store to one place. Reached only when some element was stored to twice.
#include <algorithm>
#include <unordered_set>

#include "monitor.hpp"

namespace kw::runtime {
namespace {

struct run {
  std::int64_t begin, end;
  const store_record* store;
};

// A total order that does not depend on which worker logged what.
bool before(const run& a, const run& b) {
  if (a.begin != b.begin) {
    return a.begin < b.begin;
  }
  if (a.store->program != b.store->program) {
    return a.store->program < b.store->program;
  }
  return a.end != b.end ? a.end < b.end : a.store->place.line < b.store->place.line;
}

// Of all runs seen so far, the one that reaches furthest, and the one of another program that does.
struct frontier {
  const run* furthest = nullptr;
  const run* of_another = nullptr;

  const run* against(const run& r) const {
    const bool own = furthest != nullptr && furthest->store->program == r.store->program;
    const run* other = own ? of_another : furthest;
    return other != nullptr && other->end > r.begin ? other : nullptr;
  }

  void add(const run& r) {
    if (furthest == nullptr || furthest->store->program == r.store->program) {
      furthest = furthest == nullptr || r.end > furthest->end ? &r : furthest;
    } else if (r.end > furthest->end) {
      of_another = furthest;
      furthest = &r;
    } else if (of_another == nullptr || r.end > of_another->end) {
      of_another = &r;
    }
  }
};

}  // namespace

bool find_race(const std::vector<store_record>& stores, event* race) {
  std::vector<run> runs;
  for (const store_record& s : stores) {
    for (std::int64_t row = 0; !s.atomic && row < s.where.rows; ++row) {
      runs.push_back({s.where.row(row), s.where.row(row) + s.where.columns, &s});
    }
  }
  std::sort(runs.begin(), runs.end(), before);
  frontier seen;
  std::unordered_set<std::int64_t> programs;
  const run* best[2] = {};
  for (const run& r : runs) {
    if (const run* other = seen.against(r)) {
      const bool rising = other->store->program < r.store->program;
      const run* low = rising ? other : &r;
      const run* high = rising ? &r : other;
      programs.insert(low->store->program);
      programs.insert(high->store->program);
      const auto key = [](const run* a, const run* b) {
        return std::pair(a->store->program, b->store->program);
      };
      if (best[0] == nullptr || key(low, high) < key(best[0], best[1])) {
        best[0] = low;
        best[1] = high;
      }
    }
    seen.add(r);
  }
  if (best[0] == nullptr) {
    return false;
  }
  race->kind = mistake::write_race;
  race->one = *best[0]->store;
  race->other = *best[1]->store;
  race->place = race->one.place;
  race->program = race->one.program;
  race->programs = static_cast<std::int64_t>(programs.size());
  race->target = race->one.target;
  race->access = access_kind::store;
  race->where = race->one.where;
  race->first = std::max(best[0]->begin, best[1]->begin);  // counted as the stores are
  race->last = std::min(best[0]->end, best[1]->end) - 1;
  race->lanes = race->last - race->first + 1;
  return true;
}

}  // namespace kw::runtime
