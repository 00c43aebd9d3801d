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

// What an axis of the grid needs, according to the tiles that the launch stored.
std::string advise_axis(const site& s, int axis, std::int64_t working) {
  std::string text = "Along axis " + number(axis) + " of the grid " + counted(working, "program") +
                     (working == 1 ? " is" : " are") + " enough, but there are " +
                     number(s.launch.grid[axis]);
  for (const worker_log& log : s.monitor->logs()) {
    for (const access_record& a : log.stores) {
      const target& t = s.monitor->targets()[static_cast<std::size_t>(a.target)];
      const rectangle& r = a.where;
      if (!r.two_dimensional || t.rows == 0 || r.lane_column_step != 1) {
        continue;
      }
      const bool columns = ceil_div(t.columns, r.tile_columns) == working;
      const bool rows = ceil_div(t.matrix_rows, r.tile_rows) == working;
      if (columns || rows) {
        const bool by_columns = columns && !(rows && axis == 0);
        const std::int64_t extent = by_columns ? t.columns : t.matrix_rows;
        const std::int64_t tile = by_columns ? r.tile_columns : r.tile_rows;
        return text + ": a tile of " + s.name_of(a.target) + " has " +
               counted(tile, by_columns ? "column" : "row") + ", and " + cdiv_text(extent, tile) +
               ".";
      }
    }
  }
  return text +
         ". The grid should have cdiv(size, block size) programs along each axis, and no "
         "more.";
}

const char* what_is_off(const site& s) {
  return s.e.as<idleness>().loads_only        ? "everything that they would store is past the end"
         : s.e.as<idleness>().touched_nothing ? "they load and store nothing"
                                              : "the masks switch all of their lanes off";
}

words explain_grid_too_large(const site& s) {
  const event& e = s.e;
  const std::int64_t all = std::int64_t{1} * s.launch.grid[0] * s.launch.grid[1] * s.launch.grid[2];
  const std::int64_t working = all - e.programs;
  words w;
  w.facts = "the grid has " + grid_text(s.launch) + ", but " + number(e.programs) +
            (e.programs == 1 ? " of them has" : " of them have") +
            " nothing to do: " + what_is_off(s) + ", from program " + s.program(e.program) + " on.";
  if (e.program != working) {
    const auto comma = w.facts.rfind(", from program");
    w.facts = w.facts.substr(0, comma) + " (program " + s.program(e.program) + " is the first).";
  }
  const bool line = s.launch.grid[1] <= 1 && s.launch.grid[2] <= 1;
  const grid_box& box = s.e.as<idleness>().working;
  for (int axis = 0; axis < 3 && !line && box.size() > 0; ++axis) {
    if (box.extents[axis] < s.launch.grid[axis]) {
      w.advice = advise_axis(s, axis, box.extents[axis]);
      return w;
    }
  }
  w.advice = (line && e.program == working
                  ? counted(working, "program") + (working == 1 ? " is" : " are") + " enough. "
                  : "") +
             "The grid should have cdiv(size, block size) programs along each axis, and no more.";
  return w;
}

// The programs of a launch that did something reach from the first one to these ids. If all others,
// and only those, did nothing, the grid is too large. Any other idle program is meant to be: its
// tile is above a diagonal, or its loop over all work, which counts programs, leaves it none.
void find_grid_too_large(const launch_monitor& monitor, std::vector<event>& events) {
  idleness why;
  const launch_description& launch = monitor.launch();
  std::int64_t count = 0, first = -1;
  bool asked_extent = false, loads_only = false;
  std::set<const char*> useful;
  grid_box working;
  for (const worker_log& log : monitor.logs()) {
    asked_extent = asked_extent || (log.axes_asked & kAskedExtent) != 0;
    count += log.idle;
    if (log.first_idle >= 0 && (first < 0 || log.first_idle < first)) {
      first = log.first_idle;
    }
    why.touched_nothing = why.touched_nothing || log.idle > log.idle_skipping;
    loads_only = loads_only || !log.idle_loads.empty();
    working.add(log.working);
  }
  for (const worker_log& log : monitor.logs()) {
    if (loads_only) {
      useful.insert(log.useful.begin(), log.useful.end());
    }
  }
  for (const worker_log& log : monitor.logs()) {
    for (const idle_program& p : log.idle_loads) {
      if (std::all_of(p.loaded.begin(), p.loaded.end(),
                      [&](const char* place) { return useful.count(place) > 0; })) {
        first = count++ == 0 ? p.program : std::min(first, p.program);
        why.loads_only = true;
      } else {
        working.add(monitor.program_at(p.program));
      }
    }
  }
  if (asked_extent && why.touched_nothing) {
    return;
  }
  if (count == 0 || count == monitor.programs() || count + working.size() != monitor.programs()) {
    return;  // a kernel that touches nothing at all has other problems
  }
  why.working = working;
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
