// Accesses whose lanes are in any order. Transposed and strided tiles are recognised as rectangles,
// so they cost no more than the others; what is left is logged by runs.
#include <algorithm>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {
namespace {

struct lane_list {
  const std::int64_t* offsets;
  const bool* active;  // null: all
  int lanes, per_row;

  // Among the active lanes; INT64_MAX if there are none.
  std::int64_t lowest() const {
    std::int64_t low = INT64_MAX;
    for (int i = 0; i < lanes; ++i) {
      low = on(i) ? std::min(low, offsets[i]) : low;
    }
    return low;
  }
  bool on(int lane) const { return active == nullptr || active[lane]; }
};

// The active lanes, if they form a rectangle of the tile whose offsets step evenly.
struct even_steps {
  bool found = false;
  int first_row = 0, first_column = 0, rows = 0, columns = 0;
  std::int64_t row_step = 0, column_step = 0;
};

even_steps find_even_steps(const lane_list& l) {
  even_steps s;
  const int tile_rows = l.lanes / l.per_row;
  int last_row = -1, last_column = -1, count = 0;
  s.first_row = tile_rows;
  s.first_column = l.per_row;
  for (int row = 0; row < tile_rows; ++row) {
    for (int column = 0; column < l.per_row; ++column) {
      if (l.on(row * l.per_row + column)) {
        ++count;
        s.first_row = std::min(s.first_row, row);
        s.first_column = std::min(s.first_column, column);
        last_row = row;
        last_column = std::max(last_column, column);
      }
    }
  }
  s.rows = last_row - s.first_row + 1;
  s.columns = last_column - s.first_column + 1;
  if (count == 0 || count != s.rows * s.columns) {
    return s;
  }
  const std::int64_t* origin = l.offsets + s.first_row * l.per_row + s.first_column;
  s.row_step = s.rows > 1 ? origin[l.per_row] - origin[0] : 0;
  s.column_step = s.columns > 1 ? origin[1] - origin[0] : 1;
  bool even = true;
  for (int row = 0; row < s.rows; ++row) {
    for (int column = 0; column < s.columns; ++column) {
      even &=
          origin[row * l.per_row + column] == origin[0] + row * s.row_step + column * s.column_step;
    }
  }
  s.found = even;
  return s;
}

// Does a rectangle say where the active lanes are? \param r  has the size of the tile
bool find_rectangle(const lane_list& l, std::int64_t shift, rectangle* r) {
  const even_steps s = find_even_steps(l);
  if (!s.found || (s.column_step != 1 && s.row_step != 1 && s.rows != 1)) {
    return false;
  }
  r->first_lane = s.first_row * l.per_row + s.first_column;
  r->start = shift + l.offsets[r->first_lane];
  if (s.column_step == 1) {
    r->rows = s.rows;
    r->columns = s.columns;
    r->row_stride = s.row_step;
    r->lane_row_step = l.per_row;
  } else {  // transposed, or a strided vector
    r->rows = s.columns;
    r->columns = s.rows;
    r->row_stride = s.column_step;
    r->lane_row_step = 1;
    r->lane_column_step = l.per_row;
    std::swap(r->tile_rows, r->tile_columns);
  }
  return true;
}

// How far the rows of a tile are apart, whether or not their lanes are active; 0 if that differs.
std::int64_t row_step_of(const lane_list& l) {
  const int rows = l.lanes / l.per_row;
  const std::int64_t step = rows > 1 ? l.offsets[l.per_row] - l.offsets[0] : 0;
  for (int row = 2; row < rows; ++row) {
    if (l.offsets[row * l.per_row] - l.offsets[(row - 1) * l.per_row] != step) {
      return 0;
    }
  }
  return step;
}

}  // namespace

void launch_monitor::check(program& p, access_kind kind, source_place place, const void* base,
                           int element_size, const std::int64_t* offsets, const bool* active,
                           int lanes, int lanes_per_row, bool masked, bool gathered) {
  begin_access(p, place);
  const lane_list l{offsets, active, lanes, lanes_per_row};
  const std::int64_t lowest = l.lowest();
  if (lowest == INT64_MAX) {
    return note_skipped(p, kind);
  }
  note_touched(p, kind, static_cast<const char*>(base) + lowest * element_size, lanes);
  const launch_memory::place at =
      memory_.resolve(static_cast<const char*>(base), lowest, kind, element_size);
  if (current_trace != nullptr) [[unlikely]] {
    current_trace->record(p, kind, place, offsets, active, lanes, masked, traced(at));
  }
  if (at.target < 0) {
    return;
  }
  rectangle tile;
  tile.element_size = element_size;
  tile.rows = tile.columns = 1;
  tile.tile_columns = lanes_per_row;
  tile.tile_rows = lanes / lanes_per_row;
  tile.two_dimensional = lanes > lanes_per_row;
  tile.masked = masked;
  tile.gathered = gathered;
  rectangle r = tile;
  const bool even = find_rectangle(l, at.shift, &r);
  const auto& t = targets()[static_cast<std::size_t>(at.target)];
  const seen_lanes seen{kind, place, at.target, t, tile, at.shift, offsets, active, even};
  for (const lanes_check guard : looks_.lane_guards) {
    if (!even || gathered || (r.rows > 1 && !r.two_dimensional)) {  // or a vector with lanes apart
      guard(*this, p, seen);
    }
  }
  for (const lanes_check look : looks_.lanes) {
    if (p.undefined == filling::marked) {
      look(*this, p, seen);
    }
  }
  if (even) {
    return check_rectangle(p, kind, place, at.target, r);
  }
  // Each run is a rectangle of one row, and stores how far the tile's rows are apart.
  r.row_stride = row_step_of(l);
  for (int i = 0; i < lanes;) {  // runs of neighbours within a row of the tile
    const int row_end = (i / lanes_per_row + 1) * lanes_per_row;
    int end = i + 1;
    while (l.on(i) && end < row_end && l.on(end) && offsets[end] == offsets[end - 1] + 1) {
      ++end;
    }
    if (l.on(i)) {
      r.start = at.shift + offsets[i];
      r.columns = end - i;
      r.first_lane = i;
      check_rectangle(p, kind, place, at.target, r);
    }
    i = end;
  }
}

}  // namespace kw::runtime
