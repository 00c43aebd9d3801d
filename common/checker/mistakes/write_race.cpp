// Two programs, or two lanes of one store, write one element.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/one_place.hpp"
#include "common/checker/mistakes/overlap.hpp"
#include "common/checker/mistakes/program_steps.hpp"
#include "common/checker/report/names.hpp"
#include "common/checker/source/settings.hpp"

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

// Programs store to the same row of a buffer that has one for each of them.
std::string advise_own_row(const site& s, int axis) {
  const std::string id = id_name(s, axis);
  std::string distance = stride_name(s);
  if (distance.empty()) {
    const bool dense = s.where->row_stride == s.where->columns;
    distance = dense ? s.size_name(s.where->columns) : number(s.where->row_stride);
  }
  const std::string row =
      s.is_matrix() ? s.buffer + ".row(" + id + ")" : s.buffer + " + " + id + " * " + distance;
  return s.buffer + " has " + counted(s.where->rows, "row") +
         ", one for each program, and these programs store to the same one. Program " +
         s.program(met(s).other.program) + " should begin at `" + row + "`" +
         (s.is_matrix() ? "."
                        : ", since rows begin " + number(s.where->row_stride) + " elements apart.");
}

// The kernel never asks for the ids along an axis.
std::string advise_asking(const site& s, int axis) {
  if (std::string same = advise_same_id(s); !same.empty()) {
    return same;
  }
  const std::string offsets = advise_offsets_by_id(s, axis);
  return (offsets.empty()
              ? std::string(met(s).one.where.two_dimensional ? "Make the rows or the columns"
                                                             : "Make the offsets") +
                    " of this line depend on it"
              : offsets) +
         ", or launch one program along this axis.";
}

// Programs that share the elements, and go on by one block each: then they meet.
std::string advise_step_of_all(const site& s, int axis) {
  const auto arguments = s.arguments();
  const auto settings = settings_of(kernel_lines(s.e.place.file, s.kernel));
  const auto loop = enclosing_loop(s.e.place.file, s.kernel, s.e.place.line);
  const std::string address = arguments.empty() ? "" : arguments[0];
  const std::string made = made_of(settings, address);
  const std::string variable = moved_by_loop(settings, loop.number, address);
  const std::string all = "tl.num_programs(" + number(axis) + ")";
  if (loop.number == 0 || variable.empty() || made.find(all) != std::string::npos ||
      made.find("tl.program_id(" + number(axis) + ")") == std::string::npos) {
    return "";
  }
  return "Program " + s.program(met(s).other.program) + " begins where a later step of program " +
         s.program(met(s).one.program) +
         " does. If they share the elements, each has to leave out the blocks of the others: in "
         "the loop in line " +
         number(loop.number) + " (`" + loop_head(loop) + "`), let `" + variable +
         "` go on by the blocks of all programs, `" + all + "` times a block.";
}

// Are there lanes for all of the buffer in each program? Then their values are shares of a sum.
bool stores_to_all(const site& s) {
  const rectangle& a = met(s).one.where;
  return s.where != nullptr && s.where->rows == 0 && s.where->extent > 1 &&
         a.start == s.where->memory_offset && a.lanes() >= s.where->extent;
}

std::string advise_race(const site& s) {
  const rectangle& a = met(s).one.where;
  const rectangle& b = met(s).other.where;
  const auto axes = differing_axes(s.launch, met(s).one.program, met(s).other.program);
  const bool same_place = a.start == b.start && a.row_stride == b.row_stride;
  const std::string id = axes.size() == 1 ? "tl.program_id(" + number(axes[0]) + ")" : "";
  const bool one_place = same_place && a.count() == 1 && b.count() == 1 && a.lanes() == 1;
  if (same_place && !id.empty() && (met(s).axes_asked >> axes[0] & 1) == 0) {
    return "The kernel never asks for " + id +
           ", so all programs along this axis do the same work. " +
           (one_place ? advise_one_place(s, id) : advise_asking(s, axes[0]));
  }
  if (one_place || met(s).loaded_before) {
    return advise_one_place(s, id);
  }
  if (same_place && !id.empty() && a.two_dimensional) {
    return "Programs that differ only in " + id + " write the same tile. Is " + id +
           " missing from the offsets of the rows or columns?";
  }
  if (same_place && !id.empty() && one_row_each(s, axes[0])) {
    return advise_own_row(s, axes[0]);
  }
  if (same_place && !id.empty() && s.stores_a_largest()) {
    return "Each of these programs stores its own largest value to the same elements. " +
           advise_atomic(s) + " Otherwise give each program its own elements.";
  }
  if (same_place && !id.empty() && (s.stores_a_part() || stores_to_all(s))) {
    return std::string("Each of these programs stores ") +
           (s.stores_a_part() ? "its own sum to the same elements" : "to all of " + s.buffer) +
           ". If " + s.buffer + " is to be the sum of them all, " + add_atomically(s) +
           " Otherwise give each program its own elements.";
  }
  if (same_place && !id.empty()) {
    if (std::string all = advise_step_of_all(s, axes[0]); !all.empty()) {
      return all;
    }
    const std::string offsets = advise_offsets_by_id(s, axes[0]);
    return "Both begin at the same element, so " + id + " is missing from the offsets. " +
           (offsets.empty() ? "Add the term that gives each program its own block."
                            : offsets + ".");
  }
  if (std::string same = advise_same_id(s); !id.empty() && a.two_dimensional && !same.empty()) {
    return same;
  }
  if (same_place && axes.size() == 2) {
    if (std::string advice = advise_two_axes(s, axes); !advice.empty()) {
      return advice;
    }
  }
  if (same_place) {
    return "Two programs got the same tile: look at how the program ids become rows and columns.";
  }
  if (met(s).one.place.line != met(s).other.place.line) {
    return "Two stores of this kernel reach the same elements from two programs, each for its own "
           "lanes. An element of an output should be written by exactly one program: let the "
           "program that owns it compute all of its value.";
  }
  return advise_overlap(s, axes, id);
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
