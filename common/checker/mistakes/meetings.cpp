#include "common/checker/mistakes/meetings.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace kw::runtime {
namespace {

// A row of an access.
struct run {
  std::int64_t begin, end;
  const access_record* access;
};

// How accesses of two programs to one place meet: nothing for two loads or two atomic operations.
std::optional<meeting_kind> meeting_of(access_kind a, access_kind b) {
  const auto [low, high] = std::minmax({a, b});
  if (high == access_kind::store) {
    return low == high ? meeting_kind::two_stores : meeting_kind::load_and_store;
  }
  const bool plain = low == access_kind::load || low == access_kind::store;
  return plain && high == access_kind::atomic ? std::optional(meeting_kind::atomic_and_other)
                                              : std::nullopt;
}

meeting meeting_at(meeting_kind kind, const run& one, const run& other, std::int64_t programs) {
  return {.kind = kind,
          .one = *one.access,
          .other = *other.access,
          .first = std::max(one.begin, other.begin),
          .last = std::min(one.end, other.end) - 1,
          .programs = programs};
}

// The meetings found, and of each kind the one of the lowest programs.
class all_meetings {
 public:
  void add(meeting_kind kind, const run& a, const run& b) {
    const auto key = [](const run& x, const run& y) {
      return std::pair(x.access->program, y.access->program);
    };
    const auto& [one, other] = std::minmax(
        a, b, [](const run& x, const run& y) { return x.access->program < y.access->program; });
    auto& [low, high, programs] = of_kind_[static_cast<int>(kind)];
    programs.insert({one.access->program, other.access->program});
    if (low == nullptr || key(one, other) < key(*low, *high)) {
      low = &one;
      high = &other;
    }
  }

  std::optional<meeting> worst() const {
    for (int kind = 0; kind < 3; ++kind) {
      const auto& [low, high, programs] = of_kind_[kind];
      if (low != nullptr) {
        return meeting_at(static_cast<meeting_kind>(kind), *low, *high,
                          static_cast<std::int64_t>(programs.size()));
      }
    }
    return std::nullopt;
  }

 private:
  struct of_one_kind {
    const run *low = nullptr, *high = nullptr;
    std::unordered_set<std::int64_t> programs;
  };
  of_one_kind of_kind_[3];
};

// Looks for accesses that nothing puts in order.
class meeting_search {
 public:
  explicit meeting_search(const stored_memory& memory)
      : memory_(memory.monitor.memory_at(memory.memory)),
        order_(memory.order),
        in_order_(memory.in_order) {}

  /// Two rows that meet do so where one of them begins, so it is enough to check these elements.
  std::optional<meeting> look_at(const std::vector<run>& rows) {
    std::vector<const run*> here;
    for (std::size_t i = 0; i < rows.size() && work_left_ > 0;) {
      const std::int64_t begin = rows[i].begin;
      std::erase_if(here, [&](const run* r) { return r->end <= begin; });
      for (; i < rows.size() && rows[i].begin == begin; ++i) {
        here.push_back(&rows[i]);
      }
      const auto is_another = [&](const run* r) {
        return r->access->program != here.front()->access->program;
      };
      if (std::any_of(here.begin(), here.end(), is_another)) {
        look_at_element(here);
      }
    }
    return found_.worst();
  }

 private:
  // The accesses to one element, from first to last as far as they are in order. Only neighbours
  // need be compared: what comes before a store comes before all that comes after the store.
  void look_at_element(std::vector<const run*> accesses) {
    std::stable_sort(accesses.begin(), accesses.end(), [&](const run* a, const run* b) {
      return order_.time_of(*a->access) < order_.time_of(*b->access);
    });
    std::vector<const run*> latest[kKinds];  // by kind of access: the store, and others since then
    for (const run* r : accesses) {
      const access_kind own = r->access->kind;
      for (int kind = 0; kind < kKinds; ++kind) {
        if (const auto met = meeting_of(static_cast<access_kind>(kind), own)) {
          for (const run* earlier : latest[kind]) {
            compare(*met, *earlier, *r);
          }
          work_left_ -= static_cast<std::int64_t>(latest[kind].size());
        }
        if (own == access_kind::store) {
          latest[kind].clear();
        }
      }
      auto& alike = latest[static_cast<int>(own)];
      if (alike.empty() || !is_same_part(*alike.back()->access, *r->access)) {
        alike.push_back(r);
      }
    }
    work_left_ -= static_cast<std::int64_t>(accesses.size());
  }

  static bool is_same_part(const access_record& a, const access_record& b) {
    return a.program == b.program && a.synchronised == b.synchronised;
  }

  void compare(meeting_kind kind, const run& earlier, const run& later) {
    if (earlier.access->program == later.access->program) {
      return;
    }
    if (!order_.before(*earlier.access, *later.access, ignored_for(earlier, later))) {
      found_.add(kind, earlier, later);
      return;
    }
    const auto is_plain = [](const run& r) {
      return r.access->kind == access_kind::load || r.access->kind == access_kind::store;
    };
    in_order_.pass_values_on |= later.access->kind == access_kind::load;
    if (is_plain(earlier) && is_plain(later)) {
      keep(meeting_at(kind, earlier, later, 2));
    }
  }

  void keep(const meeting& met) {
    constexpr std::size_t kMost = 16;
    std::vector<meeting>& some = in_order_.some;
    if (some.size() < kMost && std::none_of(some.begin(), some.end(), [&](const meeting& known) {
          return known.kind == met.kind && known.one.place.line == met.one.place.line &&
                 known.other.place.line == met.other.place.line;
        })) {
      some.push_back(met);
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

  static constexpr int kKinds = static_cast<int>(access_kind::atomic) + 1;
  const memory_block& memory_;
  event_order& order_;
  ordered_meetings& in_order_;
  all_meetings found_;
  std::int64_t work_left_ = 20'000'000;
};

// The accesses as rows, in an order that does not depend on which worker logged what.
std::vector<run> rows_of(const access_list& accesses) {
  std::vector<run> rows;
  for (const access_record& a : accesses) {
    for (std::int64_t row = 0; row < a.where.rows; ++row) {
      rows.push_back({a.where.row(row), a.where.row(row) + a.where.columns, &a});
    }
  }
  const auto key = [](const run& r) {
    return std::tuple(r.begin, r.access->program, r.end, r.access->place.line, r.access->kind);
  };
  std::sort(rows.begin(), rows.end(), [&](const run& a, const run& b) { return key(a) < key(b); });
  return rows;
}

// The accesses that may meet others. A load of elements that the launch did not write meets none,
// which the painted bitmap shows at once.
access_list accesses_that_may_meet(const stored_memory& m) {
  access_list accesses = m.monitor.loads_from(m.memory);
  if (m.painted.size() > 0) {  // else only a bare pointer is known, and any load may meet a store
    std::erase_if(accesses, [&](const access_record& a) { return !m.painted.holds_any(a.where); });
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
  supposition supposed{order.values_at_end_of(met.one, met.other.program), met.other, met.first};
  program p = monitor.program_at(met.other.program);
  p.undefined = filling::zero;  // it runs for this question alone
  p.journaled = true;
  monitor.expect(p);
  worker_log& log = monitor.logs()[0];
  log.current.clear();
  log.running.begin();
  log.supposed = &supposed;
  (void)run(p);
  log.supposed = nullptr;
  log.current.undo();
  log.current.clear();
  return supposed.met;
}

}  // namespace

std::optional<meeting> find_meeting(const stored_memory& m) {
  const access_list accesses = accesses_that_may_meet(m);
  const std::vector<run> rows = rows_of(accesses);
  std::optional<meeting> met = meeting_search(m).look_at(rows);
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
