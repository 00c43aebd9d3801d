// Atomic operations that order what different programs do, in the order in which they happen.
#include <thread>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {
namespace {

// Per worker: every lane of an atomic operation is one.
constexpr std::size_t kMostSynchronisations = std::size_t{1} << 18;

}  // namespace

void launch_monitor::begin_synchronising(const program& p, const void* element) {
  std::atomic_flag& turn = turn_of(element);
  while (turn.test_and_set(std::memory_order_acquire)) {
    std::this_thread::yield();
  }
  log_of(p).turn = &turn;
}

void launch_monitor::end_synchronising(const program& p, const void* element, std::uint64_t old,
                                       bool acquires, bool releases) {
  const std::int64_t sequence = synchronisations_.fetch_add(1, std::memory_order_relaxed);
  worker_log& log = log_of(p);
  log.turn->clear(std::memory_order_release);
  log.turn = nullptr;
  note_barrier(p);  // for the lanes of a program, it is one
  auto& all = log.synchronisations;
  const synchronisation latest{p.index, sequence, element, old, acquires, releases};
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

}  // namespace kw::runtime
