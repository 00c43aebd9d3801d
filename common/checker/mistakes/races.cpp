// Programs that meet in one place without an order: two stores, a store and a load, an atomic
// operation and another access. And lanes of one store that write one element.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "common/base/cpp_code.hpp"
#include "common/checker/mistakes/meetings.hpp"

namespace kw::runtime {
namespace {

const meeting& met(const site& s) {
  return s.e.as<meeting>();
}

bool begin_alike(const site& s) {
  const rectangle &a = met(s).one.where, &b = met(s).other.where;
  return a.start == b.start && a.row_stride == b.row_stride;
}

// The axis along which alone the ids of the two programs differ; -1 if there are several.
int differing_axis(const site& s) {
  const std::int64_t a = met(s).one.program, b = met(s).other.program;
  int found = -1;
  for (int axis = 0; axis < 3; ++axis) {
    if (id_along(s.launch, a, axis) != id_along(s.launch, b, axis)) {
      if (found >= 0) {
        return -1;
      }
      found = axis;
    }
  }
  return found;
}

std::string id_of(int axis) {
  return "tl.program_id(" + number(axis) + ")";
}

// ---- what to try

// With the learner's own address and value.
std::string advise_atomic(const site& s) {
  const auto calls = base::calls_in(s.statement, "tl.store");
  const bool known = !calls.empty() && calls[0].size() > 1 && !met(s).loaded_before;
  std::string arguments;
  for (const std::string& argument :
       known ? calls[0] : std::vector<std::string>{s.buffer, "part"}) {
    arguments += (arguments.empty() ? "" : ", ") + argument;
  }
  return sentence(
      "use `tl.atomic_add({})`, which loads, adds and stores in one step. It adds to what the "
      "buffer holds before the launch.",
      arguments);
}

std::string advise_change(const site& s) {
  return "Each program loads the old value, changes it and stores it; what another program stores "
         "in between is lost. If each is to add its part, " +
         advise_atomic(s);
}

std::string advise_one_place(const site& s) {
  const int axis = differing_axis(s);
  const rectangle& tile = met(s).one.where;
  const std::int64_t lanes = tile.lanes();
  const std::string own = lanes == 1 ? s.buffer + " + " + id_of(std::max(axis, 0))
                                     : id_of(axis) + " * " + s.block_name(lanes);
  return sentence("All of them store to the same {}. {} If each program is to add its part, {}",
                  lanes == 1 ? "element" : "elements",
                  lanes > 1 && (axis < 0 || tile.rows > 1)
                      ? "Look at how the program ids become rows and columns."
                  : s.where != nullptr && s.where->extent == 1
                      ? s.buffer + " has only one element: did you mean `grid(1)`, one program?"
                      : "Give each program its own, as with `" + own + "`.",
                  advise_atomic(s));
}

bool never_asks(const site& s) {
  const int axis = differing_axis(s);
  return begin_alike(s) && axis >= 0 && (s.monitor->axes_asked() >> axis & 1) == 0;
}
std::string advise_to_ask(const site& s) {
  return sentence(
      "The kernel never asks for {}, so all programs along this axis do the same work: let this "
      "line depend on it, or launch one program along this axis. {}",
      id_of(differing_axis(s)), met(s).loaded_before ? advise_change(s) : advise_one_place(s));
}

bool two_lines(const site& s) {
  return met(s).one.place.line != met(s).other.place.line;
}
std::string advise_two_lines(const site&) {
  return "Two stores of this kernel reach the same elements from two programs. An element of an "
         "output should be written by exactly one program: let the program that owns it compute "
         "all of its value. If the stores are meant for different elements, look at where each "
         "begins.";
}

// The distance between two tiles, and the width of a tile, in elements, rows or columns.
struct distance {
  std::int64_t apart = 0, width = 0;
  const char* unit = "element";
};
distance distance_of(const site& s) {
  const rectangle& a = met(s).one.where;
  const std::int64_t step = met(s).other.where.origin() - a.origin();
  if (!a.two_dimensional || s.where == nullptr || s.where->row_stride == 0 ||
      a.lane_column_step != 1) {
    return {step, a.lanes(), "element"};
  }
  return step % s.where->row_stride == 0 ? distance{step / s.where->row_stride, a.tile_rows, "row"}
                                         : distance{step, a.tile_columns, "column"};
}

bool neighbours_overlap(const site& s) {
  const int axis = differing_axis(s);
  const distance d = distance_of(s);
  return axis >= 0 && met(s).other.program - met(s).one.program == programs_apart(s.launch, axis) &&
         d.apart > 0 && d.apart < d.width;
}
std::string advise_distance(const site& s) {
  const distance d = distance_of(s);
  const int axis = differing_axis(s);
  const bool tile = met(s).one.where.two_dimensional;
  const bool row_each = !tile && s.where != nullptr && s.where->rows > 1 &&
                        s.where->row_stride > d.apart &&
                        std::int64_t{s.launch.grid[axis]} == s.where->rows;
  return sentence(
      "Program {} begins only {} after program {}, but {}: `{} * {}`.",
      s.program(met(s).other.program), counted(d.apart, d.unit), s.program(met(s).one.program),
      row_each
          ? sentence("the rows of {} begin {} elements apart. Multiply by that "
                     "distance",
                     s.buffer, s.where->row_stride)
          : sentence("{} {}. Multiply by the size of a block", tile ? "a tile has" : "each has",
                     counted(d.width, tile ? d.unit : "lane")),
      id_of(axis), row_each ? s.row_distance() : s.block_name(d.width));
}

std::string advise_one_writer(const site& s) {
  const std::string loop = s.loop_text();
  return sentence(
      "Each element of an output should be written by exactly one program. Look at how the offsets "
      "of this tl.store depend on the program ids{}.",
      loop.empty()
          ? ""
          : sentence(", and at the step and the end of {}: to take turns, programs go on by "
                     "`tl.num_programs({})`, times the block where they take blocks",
                     loop, std::max(differing_axis(s), 0)));
}

// The second program, since the first one may have the ids 0 and 0.
std::string advise_grid_of_tiles(const site& s) {
  const access_record& a = met(s).other;
  return s.where == nullptr
             ? ""
             : s.turned_grid(a.where, a.where.origin() - s.where->memory_offset, a.program);
}

// For two stores, the first that fits.
const explanation kRaceAdvice[] = {
    {[](const site& s) { return !advise_grid_of_tiles(s).empty(); }, advise_grid_of_tiles},
    {never_asks, advise_to_ask},
    {[](const site& s) { return two_lines(s) && !met(s).loaded_before; }, advise_two_lines},
    {[](const site& s) { return met(s).loaded_before; }, advise_change},
    {[](const site& s) { return begin_alike(s) && s.loop_text().empty(); }, advise_one_place},
    {neighbours_overlap, advise_distance},
    {[](const site&) { return true; }, advise_one_writer},
};

// ---- what happened

// Two lanes of one program.
struct collision {
  std::int64_t one_lane, other_lane;
  bool rows;  // of two rows of a tile
};

words explain_write_race(const site& s) {
  if (s.e.other_program < 0) {
    const auto& lanes = s.e.as<collision>();
    return {sentence("lanes {} and {} of this tl.store both write {}. Lanes run in no fixed order, "
                     "so it is a matter of luck which value stays.",
                     lanes.one_lane, lanes.other_lane, s.range(s.e.first, s.e.last)),
            lanes.rows ? "Each lane of a store needs its own element: is the row number multiplied "
                         "by the distance between two rows (the row stride)?"
                       : "Each lane of a store needs its own element. To make one value from many "
                         "lanes, reduce them first, for example with tl.sum; to add each of them, "
                         "use tl.atomic_add."};
  }
  return {sentence(
              "both write {}{}. Programs run in no fixed order, so it is a matter of luck which "
              "value stays.",
              race_range(s),
              two_lines(s) ? sentence(", the second one in line {}", met(s).other.place.line) : ""),
          told_of_luck(s) + first_that_fits(kRaceAdvice, s)};
}

words explain_read_write_race(const site& s) {
  const bool reader_first = only_reads(met(s).one.kind);
  const access_record& reads = reader_first ? met(s).one : met(s).other;
  const access_record& writes = reader_first ? met(s).other : met(s).one;
  return {
      sentence("program {} reads {} in line {}, and program {} writes it in line {}. Programs "
               "run in no fixed order, so it is a matter of luck whether the old value is read "
               "or the new one.",
               s.program(reads.program), race_range(s), reads.place.line, s.program(writes.program),
               writes.place.line),
      told_of_luck(s) +
          (reads.target != writes.target
               ? sentence("{} and {} share memory. Write to a separate buffer, or let each "
                          "program read only elements that no other program writes.",
                          s.name_of(reads.target), s.name_of(writes.target))
               : "A program may read elements that this launch does not write, and those that "
                 "it wrote itself. Store the results in a buffer other than the one that "
                 "neighbours read, or split the work into two launches: a launch begins when the "
                 "one before it has ended.")};
}

words explain_atomic_race(const site& s) {
  const bool one_atomic = met(s).one.atomic();
  const access_record& plain = one_atomic ? met(s).other : met(s).one;
  const access_record& atomic = one_atomic ? met(s).one : met(s).other;
  const bool loads = only_reads(plain.kind);
  return {sentence(
              "program {} updates {} atomically in line {}, and program {} {} in line {}. Atomic "
              "operations are ordered only among themselves, so it is a matter of luck which "
              "access comes first.",
              s.program(atomic.program), race_range(s), atomic.place.line, s.program(plain.program),
              loads ? "reads it with a plain tl.load" : "writes it with a plain tl.store",
              plain.place.line),
          loads ? "Read the result in a second launch, which begins when all programs of this one "
                  "have ended."
                : "Update the element atomically everywhere in this launch. To set it to 0 at the "
                  "start, use a launch of its own before this one, or fill the buffer."};
}

// ---- how it is found

// A row of the lanes of a store.
struct lane_row {
  std::int64_t begin, end;
  const rectangle* in;
  std::int64_t row;
};

// Two lanes of a store that write one element.
void look_for_write_race(launch_monitor& monitor, program& p, const seen_access& a) {
  const rectangle& only = a.lanes.front();
  const bool apart = only.rows == 1 || std::abs(only.row_stride) >= only.columns;
  if (a.kind != access_kind::store || (a.lanes.size() == 1 && apart)) {
    return;
  }
  std::vector<lane_row> rows;
  for (const rectangle& r : a.lanes) {
    for (std::int64_t row = 0; row < r.rows; ++row) {
      rows.push_back({r.row(row), r.row(row) + r.columns, &r, row});
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const lane_row& x, const lane_row& y) { return x.begin < y.begin; });
  const auto meet =
      std::adjacent_find(rows.begin(), rows.end(),
                         [](const lane_row& x, const lane_row& y) { return x.end > y.begin; });
  if (meet != rows.end()) {
    const lane_row &x = meet[0], &y = meet[1];
    const auto [one, other] =
        std::minmax({x.in->lane_at(x.row, y.begin), y.in->lane_at(y.row, y.begin)});
    event e(write_race, a);
    e.first = e.last = y.begin;
    e.count = 1;
    e.facts = collision{one, other, x.in == y.in && only.two_dimensional};
    monitor.add(p, std::move(e));
  }
}

// Races of all kinds.
void find_race(stored_memory& m, std::vector<event>& events) {
  if (const auto met = find_meeting(m)) {
    events.push_back(race_event(m.monitor, *met));
  }
}

}  // namespace

const mistake write_race{
    .name = "write-race",
    .explain = explain_write_race,
    .while_running = {.look = look_for_write_race},
    .in_memory = find_race,
    .about_addresses = true,
};
const mistake read_write_race{.name = "read-write-race", .explain = explain_read_write_race};
const mistake atomic_race{.name = "atomic-race", .explain = explain_atomic_race};

}  // namespace kw::runtime
