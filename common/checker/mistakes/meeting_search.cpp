// Finds two programs that meet.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "common/checker/mistakes/meetings.hpp"

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

// The run seen so far that reaches furthest, and the furthest one of another program.
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

enum side { kLoad, kVolatileLoad, kStore, kAtomic };
constexpr side kSides[] = {kLoad, kVolatileLoad, kStore, kAtomic};

side side_of(const run& r) {
  switch (r.access->kind) {
    case access_kind::load:
      return kLoad;
    case access_kind::volatile_load:
      return kVolatileLoad;
    case access_kind::store:
      return kStore;
    default:
      return kAtomic;
  }
}

// How accesses of two programs to one place meet: nothing for two loads or two atomic operations.
std::optional<meeting_kind> meeting_of(side a, side b) {
  if (a == kStore && b == kStore) {
    return meeting_kind::two_stores;
  }
  if (a == kVolatileLoad || b == kVolatileLoad) {
    return a == kStore || b == kStore ? std::optional(meeting_kind::load_and_store) : std::nullopt;
  }
  if (a == b) {
    return std::nullopt;
  }
  return a == kAtomic || b == kAtomic ? meeting_kind::atomic_and_other
                                      : meeting_kind::load_and_store;
}

// All meetings of one kind, represented by the pair of the lowest programs.
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

  meeting as(meeting_kind kind) const {
    return {.kind = kind,
            .one = *low->access,
            .other = *high->access,
            .first = std::max(low->begin, high->begin),
            .last = std::min(low->end, high->end) - 1,
            .programs = static_cast<std::int64_t>(programs.size())};
  }
};

// The meetings found, of each kind.
struct findings_by_kind {
  meetings met[3];

  std::optional<meeting> worst() const {
    for (int kind = 0; kind < 3; ++kind) {
      if (met[kind].low != nullptr) {
        return met[kind].as(static_cast<meeting_kind>(kind));
      }
    }
    return std::nullopt;
  }
};

// If nothing is in order, one sweep over all places is enough.
std::optional<meeting> find_any(const std::vector<run>& runs) {
  frontier seen[std::size(kSides)];
  findings_by_kind found;
  for (const run& r : runs) {
    const side own = side_of(r);
    for (const side other : kSides) {
      const auto kind = meeting_of(own, other);
      const run* against = kind ? seen[other].against(r) : nullptr;
      if (against != nullptr) {
        found.met[static_cast<int>(*kind)].add(*against, r);
      }
    }
    seen[own].add(r);
  }
  return found.worst();
}

// The accesses to one element, from first to last as far as they are in order. Only neighbours need
// be compared: what comes before a store comes before all that comes after the store.
class one_element {
 public:
  one_element(const stored_memory& memory, findings_by_kind& found)
      : memory_(memory.monitor.memory_at(memory.memory)),
        order_(memory.order),
        found_(found),
        in_order_(memory.in_order) {}

  void look_at(std::vector<const run*> accesses) {
    std::stable_sort(accesses.begin(), accesses.end(), [&](const run* a, const run* b) {
      return order_.time_of(*a->access) < order_.time_of(*b->access);
    });
    const run* store = nullptr;
    std::vector<const run*> others;  // since the store
    for (const run* r : accesses) {
      compare(store, *r);
      for (const run* other : others) {
        compare(other, *r);
      }
      if (side_of(*r) == kStore) {
        store = r;
        others.clear();
      } else if (others.empty() || !is_same_part(*others.back()->access, *r->access)) {
        others.push_back(r);
      }
    }
  }

 private:
  static bool is_same_part(const access_record& a, const access_record& b) {
    return a.program == b.program && a.synchronised == b.synchronised && a.kind == b.kind;
  }

  void compare(const run* earlier, const run& later) {
    if (earlier == nullptr || earlier->access->program == later.access->program) {
      return;
    }
    const auto kind = meeting_of(side_of(*earlier), side_of(later));
    if (!kind) {
      return;
    }
    if (!order_.before(*earlier->access, *later.access, ignored_for(*earlier, later))) {
      found_.met[static_cast<int>(*kind)].add(*earlier, later);
      return;
    }
    in_order_.pass_values_on = in_order_.pass_values_on || side_of(later) == kLoad;
    const auto is_plain = [](const run& r) { return side_of(r) == kLoad || side_of(r) == kStore; };
    if (is_plain(*earlier) && is_plain(later)) {
      keep(*kind, *earlier, later);
    }
  }

  void keep(meeting_kind kind, const run& earlier, const run& later) {
    constexpr std::size_t kMost = 16;
    const auto known = [&](const meeting& m) {
      return m.kind == kind && m.one.place.line == earlier.access->place.line &&
             m.other.place.line == later.access->place.line;
    };
    std::vector<meeting>& some = in_order_.some;
    if (some.size() < kMost && std::none_of(some.begin(), some.end(), known)) {
      some.push_back({.kind = kind,
                      .one = *earlier.access,
                      .other = *later.access,
                      .first = std::max(earlier.begin, later.begin),
                      .last = std::min(earlier.end, later.end) - 1,
                      .programs = 2});
    }
  }

  // An atomic operation does not order itself with a plain access to what it changes: adding to a
  // total and then loading it is not waiting for the others. Only another element can show that.
  address_range ignored_for(const run& earlier, const run& later) const {
    const access_record& a = earlier.access->atomic() ? *earlier.access : *later.access;
    if (!a.atomic()) {
      return {};
    }
    return {memory_.data + a.where.low() * memory_.element_size,
            memory_.data + a.where.high() * memory_.element_size};
  }

  const memory_block& memory_;
  event_order& order_;
  findings_by_kind& found_;
  ordered_meetings& in_order_;
};

// Two runs that meet do so where one of them begins, so it is enough to check these elements.
std::optional<meeting> find_unordered(const std::vector<run>& runs, const stored_memory& memory) {
  findings_by_kind found;
  one_element element(memory, found);
  std::vector<const run*> here;
  std::int64_t work_left = 20'000'000;
  for (std::size_t i = 0; i < runs.size() && work_left > 0;) {
    const std::int64_t begin = runs[i].begin;
    std::erase_if(here, [&](const run* r) { return r->end <= begin; });
    for (; i < runs.size() && runs[i].begin == begin; ++i) {
      here.push_back(&runs[i]);
    }
    element.look_at(here);
    work_left -= static_cast<std::int64_t>(here.size());
  }
  return found.worst();
}

}  // namespace

std::optional<meeting> find_meeting(const access_list& accesses, const stored_memory& m) {
  std::vector<run> runs;
  for (const access_record& a : accesses) {
    for (std::int64_t row = 0; row < a.where.rows; ++row) {
      runs.push_back({a.where.row(row), a.where.row(row) + a.where.columns, &a});
    }
  }
  std::sort(runs.begin(), runs.end(), before);
  return m.order.empty() ? find_any(runs) : find_unordered(runs, m);
}

}  // namespace kw::runtime
