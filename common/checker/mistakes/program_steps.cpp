#include "common/checker/mistakes/program_steps.hpp"

#include <algorithm>

namespace kw::runtime {

std::int64_t origin_of(const rectangle& r) {
  const int width = r.lane_column_step == 1 ? r.tile_columns : r.tile_rows;
  const int row = r.lane_column_step == 1 ? r.first_lane / width : r.first_lane % width;
  const int column = r.lane_column_step == 1 ? r.first_lane % width : r.first_lane / width;
  return r.start - row * r.row_stride - column;
}

program_steps::program_steps(const site& s, const rectangle* own) : s_(s) {
  for (const worker_log& log : s.monitor->logs()) {
    for (const auto* records : {&log.stores, &log.loads, &log.reads}) {
      for (const access_record& a : *records) {
        if (a.target == s.e.target && a.place.line == s.e.place.line) {
          starts_.emplace(a.program, origin_of(a.where) - s.where->memory_offset);
        }
      }
    }
  }
  if (own != nullptr) {
    starts_.emplace(s.e.program, origin_of(*own));
  }
}

std::int64_t program_steps::id(std::int64_t program, int axis) const {
  return program / programs_apart(s_.launch, axis) % std::max(1u, s_.launch.grid[axis]);
}

std::optional<std::int64_t> program_steps::along(int axis) const {
  const std::int64_t next = programs_apart(s_.launch, axis);
  for (const auto& [program, start] : starts_) {
    const auto neighbour = starts_.find(program + next);
    if (neighbour != starts_.end() && id(program + next, axis) == id(program, axis) + 1) {
      return neighbour->second - start;
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> program_steps::origin(int axis) const {
  const auto step = along(axis);
  if (!step) {
    return std::nullopt;
  }
  const auto& [first, start] = *starts_.begin();
  return start - id(first, axis) * *step;
}

namespace {

// How the programs along an axis lie, and how they should.
std::string advise_distance(const site& s, int axis, std::int64_t step) {
  const std::string id = s.id_name(axis), stride = s.row_distance();
  return "Program " + s.program(programs_apart(s.launch, axis)) + " begins " +
         counted(step, "element") + " after program " + s.program(0) + ", but the rows of " +
         s.buffer + " begin " + number(s.where->row_stride) + " elements apart. " +
         (s.is_matrix() ? "Take `" + s.buffer + ".row(" + id + ")` as the beginning of the row."
                        : "Multiply `" + id + "` by that distance, `" + stride + "`.");
}

// Each program has one element.
std::string advise_one_element(const site& s, int axis, std::int64_t step) {
  return s.buffer + " has one element for each of the " + counted(s.where->extent, "program") +
         ", but program " + s.program(1) + " begins " + counted(step, "element") +
         " after program " + s.program(0) + ". The address is `" + s.buffer + " + " +
         s.id_name(axis) + "`.";
}

// Does another axis of the grid move the tile further? Then this one moves it within a row.
bool moves_within(const site& s, const program_steps& starts, int axis, std::int64_t step) {
  for (int other = 0; other < 3; ++other) {
    const auto further = starts.along(other);
    if (other != axis && s.launch.grid[other] > 1 && further && *further > step) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string advise_start(const site& s, const rectangle& tile) {
  const target& t = *s.where;
  if (tile.two_dimensional || tile.gathered || s.monitor == nullptr) {
    return "";
  }
  const program_steps starts(s, &tile);
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t programs = s.launch.grid[axis];
    const auto step = starts.along(axis);
    if (programs < 2 || !step || *step <= 0 || moves_within(s, starts, axis, *step)) {
      continue;
    }
    const bool alone = programs == s.monitor->programs();
    if (t.rows == programs && t.rows > 1 && *step != t.row_stride && t.row_stride > 1) {
      return advise_distance(s, axis, *step);
    }
    const bool one_each = t.extent == programs && t.rows == 0 && alone;
    if (one_each && tile.lanes() == 1 && *step > 1) {
      return advise_one_element(s, axis, *step);
    }
  }
  return "";
}

}  // namespace kw::runtime
