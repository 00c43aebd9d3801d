#include "common/checker/mistakes/lucky_order.hpp"

#include <algorithm>
#include <utility>

#include "common/checker/record/supposition.hpp"

namespace kw::runtime {
namespace {

/// Does the later program get to its access although the earlier one has not gone on?
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
    const mistake& as = met.kind == meeting_kind::two_stores ? write_race : read_write_race;
    events.push_back(race_event(monitor, met, as));
    return;  // the others have the same cause
  }
}

}  // namespace kw::runtime
