// The steps of a loop with stages load other tiles than its plan on a GPU has places for.
#include <algorithm>
#include <utility>
#include <vector>

#include "common/checker/mistakes/mistakes.hpp"
#include "kernelwright/runtime/shared_memory_plan.hpp"

namespace kw::runtime {
namespace {

struct unplanned_tiles {
  int planned, most;
};

words explain_steps_differ(const site& s) {
  if (!s.e.facts.has_value()) {
    return {
        "this load of a tile has the place of a tile of another size in an earlier step of its "
        "loop, or is the ninth of its step. The loop has `stages`, so on a Hopper GPU other "
        "threads load the tiles of the next steps into places that are the same for every step.",
        "Load tiles of the same sizes in the same order in every step. A step may end before it "
        "has loaded all of them, and what it does not need it need not use."};
  }
  const auto& found = s.e.as<unplanned_tiles>();
  return {
      sentence("a step in the middle of this loop loads {} tiles, and those at its beginning "
               "and its end load {} at most. The loop has `stages`, and a launch on a Hopper "
               "GPU finds out from these how many places a step needs.",
               found.most, found.planned),
      sentence("Load the tiles in every step, whether or not it uses them. The first {} and the "
               "last {} steps count, of the first program of the grid, of the last one and of "
               "the one in between.",
               kWalkedSteps, kWalkedSteps)};
}

void find_unplanned_tiles(const launch_monitor& monitor, std::vector<event>& events) {
  std::vector<fetched_tiles::call> loops;
  for (const worker_log& log : monitor.logs()) {
    for (const fetched_order& order : log.fetched) {
      for (int i = 0; i < order.tiles.stream_count; ++i) {
        const fetched_tiles::call& call = order.tiles.streams[i];
        const auto known = std::find_if(loops.begin(), loops.end(),
                                        [&](const auto& one) { return one.code == call.code; });
        if (known == loops.end()) {
          loops.push_back(call);
        } else {
          known->most_tiles = std::max(known->most_tiles, call.most_tiles);
          known->planned_tiles = std::max(known->planned_tiles, call.planned_tiles);
        }
      }
    }
  }
  for (const fetched_tiles::call& loop : loops) {
    if (loop.most_tiles > loop.planned_tiles) {
      event e(steps_differ, loop.place);
      e.facts = unplanned_tiles{loop.planned_tiles, loop.most_tiles};
      events.push_back(std::move(e));
    }
  }
}

}  // namespace

const mistake steps_differ{
    .name = "steps-differ",
    .explain = explain_steps_differ,
    .after_launch = find_unplanned_tiles,
    .about_launch = true,
};

}  // namespace kw::runtime
