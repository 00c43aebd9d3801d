// Two programs, or two lanes of one store, write one element.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/overlap.hpp"

namespace kw::runtime {
namespace {

// Two lanes of one program.
struct collision {
  std::int64_t one_lane, other_lane;
  bool rows;  // of two rows of a tile
};

// The axes in which two programs differ, by their ids: {0, 1} for (0, 0) and (1, 1).
std::vector<int> differing_axes(const launch_description& launch, std::int64_t a, std::int64_t b) {
  std::vector<int> axes;
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t extent = std::max(1u, launch.grid[axis]);
    if (a % extent != b % extent) {
      axes.push_back(axis);
    }
    a /= extent;
    b /= extent;
  }
  return axes;
}

std::string advise_race(const site& s) {
  const auto axes = differing_axes(s.launch, met(s).one.program, met(s).other.program);
  const std::string id = axes.size() == 1 ? "tl.program_id(" + number(axes[0]) + ")" : "";
  if (begin_alike(s) && !id.empty() && (met(s).axes_asked >> axes[0] & 1) == 0) {
    return "The kernel never asks for " + id +
           ", so all programs along this axis do the same work: let this line depend on it, or "
           "launch one program along this axis. " +
           advise_one_place(s, id);
  }
  if (met(s).one.place.line != met(s).other.place.line && !met(s).loaded_before) {
    return "Two stores of this kernel reach the same elements from two programs. An element of an "
           "output should be written by exactly one program: let the program that owns it compute "
           "all of its value. If the stores are meant for different elements, look at where each "
           "begins.";
  }
  if (begin_alike(s) || met(s).loaded_before) {
    return advise_one_place(s, id);
  }
  return advise_overlap(s, axes);
}

std::string advise_lucky_race(const site& s) {
  return told_of_luck(s) +
         (met(s).loaded_before
              ? advise_one_place(s, "")
              : "Give each program its own elements, or let a program wait for its turn, as in "
                "`while (tl.atomic_add(turns, 0) != tl.program_id(0))`.");
}

// Two lanes of one program.
words tell_lane_collision(const site& s) {
  const auto& lanes = s.e.as<collision>();
  words w;
  w.facts = "lanes " + number(lanes.one_lane) + " and " + number(lanes.other_lane) +
            " of this tl.store both write " + s.range(s.e.first, s.e.last) +
            ". Lanes run in no fixed order, so it is a matter of luck which value stays.";
  w.advice =
      lanes.rows
          ? "Each lane of a store needs its own element: is the row number multiplied by the "
            "distance between two rows (the row stride)?"
          : "Each lane of a store needs its own element. To make one value from many lanes, reduce "
            "them first, for example with tl.sum; to add each of them, use tl.atomic_add.";
  return w;
}

words explain_write_race(const site& s) {
  if (s.e.other_program < 0) {
    return tell_lane_collision(s);
  }
  words w;
  const bool two_lines = met(s).one.place.line != met(s).other.place.line;
  w.facts = (two_lines ? "both write " + race_range(s) + ", the second one in line " +
                             number(met(s).other.place.line)
                       : "both write " + race_range(s)) +
            ". Programs run in no fixed order, so it is a matter of luck which value stays.";
  w.advice = met(s).by_luck ? advise_lucky_race(s) : advise_race(s);
  return w;
}

void add_collision(launch_monitor& monitor, program& p, event e, std::int64_t element,
                   const collision& lanes) {
  e.access = access_kind::store;
  e.first = e.last = element;
  e.count = 1;
  e.facts = lanes;
  monitor.add(p, std::move(e));
}

void look_at_store_for_write_race(launch_monitor& monitor, program& p, const seen_access& a) {
  const rectangle& r = a.lanes;
  if (r.rows > 1 && std::abs(r.row_stride) < r.columns) {
    const std::int64_t element = std::max(r.row(0), r.row(1));
    add_collision(monitor, p, event(write_race, a), element,
                  {r.lane_at(0, element), r.lane_at(1, element), r.two_dimensional});
  }
}

void look_at_lanes_for_write_race(launch_monitor& monitor, program& p, const seen_lanes& a) {
  if (a.kind != access_kind::store || a.even) {
    return;
  }
  std::vector<std::pair<std::int64_t, int>> touched;  // element and lane
  for (int lane = 0; lane < a.tile.lanes(); ++lane) {
    if (a.on(lane)) {
      touched.emplace_back(a.offsets[lane], lane);
    }
  }
  std::sort(touched.begin(), touched.end());
  const auto twice = std::adjacent_find(touched.begin(), touched.end(),
                                        [](auto& x, auto& y) { return x.first == y.first; });
  if (twice != touched.end()) {
    event e(write_race, a.place);
    e.target = a.target;
    add_collision(monitor, p, std::move(e), a.shift + twice->first,
                  {twice->second, (twice + 1)->second, false});
  }
}

void find_write_race(stored_memory& m, std::vector<event>& events) {
  add_race(m, meeting_kind::two_stores, write_race, events);
}

}  // namespace

const mistake write_race{
    .name = "write-race",
    .explain = explain_write_race,
    .while_running = {.look_at_store = look_at_store_for_write_race,
                      .look_at_lanes = look_at_lanes_for_write_race},
    .in_memory = find_write_race,
    .about_addresses = true,
};

}  // namespace kw::runtime
