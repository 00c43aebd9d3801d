#include "common/checker/record/event_order.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {
namespace {

// Per worker: every lane of an atomic operation is one.
constexpr std::size_t kMostSynchronisations = std::size_t{1} << 18;

}  // namespace

// ---- atomic operations that order what different programs do, in the order in which they happen

void begin_synchronising(program& p, const void* element) {
  tell(p, [&](launch_monitor& monitor) {
    std::atomic_flag& turn = monitor.turn_of(element);
    while (turn.test_and_set(std::memory_order_acquire)) {
      std::this_thread::yield();
    }
    monitor.log_of(p).turn = &turn;
  });
}

void end_synchronising(program& p, const void* element, const void* old, int old_bytes,
                       bool acquires, bool releases) {
  const uncounted_requests notes;
  std::uint64_t value = 0;
  std::memcpy(&value, old, std::min(sizeof value, static_cast<std::size_t>(old_bytes)));
  const std::int64_t sequence = p.monitor->next_synchronisation();
  worker_log& log = p.monitor->log_of(p);
  log.turn->clear(std::memory_order_release);
  log.turn = nullptr;
  note_barrier(p);  // for the lanes of a program, it is one
  auto& all = log.synchronisations;
  const synchronisation latest{p.index, sequence, element, value, acquires, releases};
  const std::size_t accesses = log.stores.size() + log.loads.size();
  const bool again = all.size() > log.synchronisations_begin && all.back().element == element &&
                     log.quiet_accesses == accesses;
  log.quiet = again ? log.quiet + 1 : 0;
  log.quiet_accesses = accesses;
  // A loop that waits does the same over and over. For what it acquires, only the end counts; for
  // what it releases, the first time and the last. Several times may share one entry.
  const bool kept_two = all.size() >= log.synchronisations_begin + 2;
  if (log.quiet >= 1 && !all.back().releases && !releases) {
    all.back() = latest;
  } else if (log.quiet >= 2 && kept_two && (all.end() - 2)->releases && all.back().releases &&
             releases) {
    all.back() = latest;
  } else if (all.size() < kMostSynchronisations) {
    all.push_back(latest);
  } else {
    log.synchronisations_lost = true;
  }
}

// ---- afterwards

bool event_order::empty() const {
  return std::all_of(logs_.begin(), logs_.end(),
                     [](const worker_log& log) { return log.synchronisations.empty(); });
}

void event_order::build() {
  is_built_ = true;
  std::vector<const synchronisation*> all;
  for (const worker_log& log : logs_) {
    has_lost_ = has_lost_ || log.synchronisations_lost;
    for (const synchronisation& s : log.synchronisations) {
      all.push_back(&s);
    }
  }
  std::sort(all.begin(), all.end(), [](const synchronisation* a, const synchronisation* b) {
    return a->sequence < b->sequence;
  });
  std::unordered_map<const void*, int> latest_release;
  for (const synchronisation* s : all) {
    const int event = static_cast<int>(events_.size());
    events_of_program& own = programs_[s->program];
    const auto release = latest_release.find(s->element);
    events_.push_back({s->element, own.empty() ? -1 : own.back(),
                       release == latest_release.end() ? -1 : release->second, s->old, s->acquires,
                       s->releases});
    own.push_back(event);
    if (s->releases) {
      latest_release[s->element] = event;
    }
  }
  reached_.resize(events_.size());
  released_.resize(events_.size());
}

const event_order::events_of_program* event_order::events_of(std::int64_t program) {
  if (!is_built_) {
    build();
  }
  const auto found = programs_.find(program);
  return found == programs_.end() ? nullptr : &found->second;
}

std::int64_t event_order::time_of(const access_record& a) {
  const auto* own = a.synchronised == 0 ? nullptr : events_of(a.program);
  return own == nullptr ? -1 : (*own)[static_cast<std::size_t>(a.synchronised) - 1];
}

bool event_order::before(const access_record& first, const access_record& second,
                         address_range ignored) {
  const auto* own = events_of(first.program);
  // Where some are lost, nothing is ordered: else a program could lose them for this.
  if (own == nullptr || second.synchronised == 0 || has_lost_) {
    return false;
  }
  const int last = static_cast<int>(time_of(second));
  if (second.program != from_program_ || last != from_event_ || ignored != ignored_) {
    start_from(second, ignored);
  }
  const int release = release_after(first);
  if (release < 0) {
    return false;
  }
  look_back_to(release);
  return work_left_ <= 0 || reached_[static_cast<std::size_t>(release)] == search_;
}

// The first release of the access's program that comes after it, or -1.
int event_order::release_after(const access_record& access) const {
  const events_of_program& own = programs_.at(access.program);
  const auto from = own.begin() + std::min<std::ptrdiff_t>(access.synchronised,
                                                           static_cast<std::ptrdiff_t>(own.size()));
  const auto release = std::find_if(from, own.end(), [&](int event) {
    const node& n = events_[static_cast<std::size_t>(event)];
    return n.releases && counts(n);
  });
  return release == own.end() ? -1 : *release;
}

std::unordered_map<const void*, std::uint64_t> event_order::values_at_end_of(
    const access_record& access, std::int64_t of_program) {
  start_from(access, {});
  std::unordered_map<const void*, std::uint64_t> values;
  for (auto i = static_cast<std::size_t>(std::max(release_after(access), 0)); i < events_.size();
       ++i) {
    values.try_emplace(events_[i].element, events_[i].old);
  }
  for (const int event : programs_.at(of_program)) {  // what nothing has changed since then
    const node& n = events_[static_cast<std::size_t>(event)];
    values.try_emplace(n.element, n.old);
  }
  return values;
}

void event_order::start_from(const access_record& second, address_range ignored) {
  ignored_ = ignored;
  from_program_ = second.program;
  from_event_ = static_cast<int>(time_of(second));
  ++search_;
  open_ = {};
  reach(from_event_);
}

// Goes back in time from this event until everything that comes before the access is known.
void event_order::look_back_to(int event) {
  while (!open_.empty() && open_.top().first >= event && work_left_ > 0) {
    const auto [latest, as_release] = open_.top();
    open_.pop();
    --work_left_;
    const node& n = events_[static_cast<std::size_t>(latest)];
    if (as_release) {
      // An acquire comes after every release of the element before it.
      reach(latest);
      reach_releases(n.earlier_release);
    } else {
      reach(n.earlier_own);
      if (n.acquires && counts(n)) {
        reach_releases(n.earlier_release);
      }
    }
  }
}

void event_order::reach(int event) {
  if (event >= 0 && reached_[static_cast<std::size_t>(event)] != search_) {
    reached_[static_cast<std::size_t>(event)] = search_;
    open_.push({event, false});
  }
}

void event_order::reach_releases(int event) {
  if (event >= 0 && released_[static_cast<std::size_t>(event)] != search_) {
    released_[static_cast<std::size_t>(event)] = search_;
    open_.push({event, true});
  }
}

}  // namespace kw::runtime
