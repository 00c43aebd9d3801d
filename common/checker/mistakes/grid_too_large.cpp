// Programs at the end of an axis have nothing to do.
#include <algorithm>
#include <set>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

// Why the idle programs do nothing.
struct idleness {
  bool touched_nothing = false;  // nor were any of their accesses switched off
  bool loads_only = false;       // they have nothing to store, but load something
  grid_box working;              // the programs that have something to do
};

const char* what_is_off(const idleness& why) {
  return why.loads_only        ? "everything that they would store is past the end"
         : why.touched_nothing ? "they load and store nothing"
                               : "the masks switch all of their lanes off";
}

words explain_grid_too_large(const site& s) {
  const event& e = s.e;
  const auto& why = e.as<idleness>();
  const unsigned* grid = s.launch.grid;
  int axis = 0;
  while (axis < 2 && why.working.extents[axis] >= grid[axis]) {
    ++axis;
  }
  const std::int64_t enough = why.working.extents[axis];
  return {
      sentence("the grid has {}, but {} of them {} nothing to do: {} (program {} is the first).",
               grid_text(s.launch), e.programs, e.programs == 1 ? "has" : "have", what_is_off(why),
               s.program(e.program)),
      sentence("Along axis {} of the grid {} {} enough, but there are {}. The grid should have "
               "cdiv(size, block size) programs along each axis, and no more.",
               axis, counted(enough, "program"), enough == 1 ? "is" : "are", grid[axis])};
}

// The programs of a launch that did something reach from the first one to these ids. If all others,
// and only those, did nothing, the grid is too large. Any other idle program is meant to be: its
// tile is above a diagonal, or its loop over all work, which counts programs, leaves it none.
void find_grid_too_large(const launch_monitor& monitor, std::vector<event>& events) {
  idleness why;
  const launch_description& launch = monitor.launch();
  std::set<const char*> useful;
  std::int64_t idle_programs = 0, count = 0, first = INT64_MAX;
  for (const worker_log& log : monitor.logs()) {
    idle_programs += static_cast<std::int64_t>(log.idle.size());
    why.working.add(log.working);
  }
  for (const worker_log& log : monitor.logs()) {
    if (idle_programs > 0) {
      useful.insert(log.useful.begin(), log.useful.end());
    }
  }
  for (const worker_log& log : monitor.logs()) {
    for (const idle_program& p : log.idle) {
      if (std::any_of(p.loaded.begin(), p.loaded.end(),
                      [&](const char* place) { return useful.count(place) == 0; })) {
        why.working.add(monitor.program_at(p.program));
        continue;
      }
      ++count;
      first = std::min(first, p.program);
      why.loads_only = why.loads_only || !p.loaded.empty();
      why.touched_nothing = why.touched_nothing || (p.loaded.empty() && !p.skipped);
    }
  }
  if ((monitor.axes_asked() & kAskedExtent) != 0 && why.touched_nothing) {
    return;
  }
  if (count == 0 || count == monitor.programs() ||
      count + why.working.size() != monitor.programs()) {
    return;  // a kernel that touches nothing at all has other problems
  }
  event idle(grid_too_large, launch.place);
  idle.program = first;
  idle.programs = idle.count = count;
  idle.facts = why;
  events.push_back(std::move(idle));
}

}  // namespace

const mistake grid_too_large{
    .name = "grid-too-large",
    .explain = explain_grid_too_large,
    .after_launch = find_grid_too_large,
    .about_launch = true,
};

}  // namespace kw::runtime
