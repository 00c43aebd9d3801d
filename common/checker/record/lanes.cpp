// Accesses whose lanes are in any order. Transposed and strided tiles are recognised as rectangles,
// so they cost no more than the others; what is left is logged by runs.
#include <algorithm>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {
namespace {

// The active lanes, if they form a rectangle of the tile whose offsets step evenly.
struct even_steps {
  bool found = false;
  int first_row = 0, first_column = 0, rows = 0, columns = 0;
  std::int64_t row_step = 0, column_step = 0;
};

even_steps find_even_steps(const access& a) {
  even_steps s;
  const int tile_rows = a.lanes / a.lanes_per_row;
  int last_row = -1, last_column = -1, count = 0;
  s.first_row = tile_rows;
  s.first_column = a.lanes_per_row;
  for (int row = 0; row < tile_rows; ++row) {
    for (int column = 0; column < a.lanes_per_row; ++column) {
      if (is_on(a, row * a.lanes_per_row + column)) {
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
  const std::int64_t* origin = a.offsets + s.first_row * a.lanes_per_row + s.first_column;
  s.row_step = s.rows > 1 ? origin[a.lanes_per_row] - origin[0] : 0;
  s.column_step = s.columns > 1 ? origin[1] - origin[0] : 1;
  bool even = true;
  for (int row = 0; row < s.rows; ++row) {
    for (int column = 0; column < s.columns; ++column) {
      even &= origin[row * a.lanes_per_row + column] ==
              origin[0] + row * s.row_step + column * s.column_step;
    }
  }
  s.found = even;
  return s;
}

// Does a rectangle say where the active lanes are? \param r  has the size of the tile
bool find_rectangle(const access& a, std::int64_t shift, rectangle* r) {
  const even_steps s = find_even_steps(a);
  if (!s.found || (s.column_step != 1 && s.row_step != 1 && s.rows != 1)) {
    return false;
  }
  r->first_lane = s.first_row * a.lanes_per_row + s.first_column;
  r->start = shift + a.offsets[r->first_lane];
  if (s.column_step == 1) {
    r->rows = s.rows;
    r->columns = s.columns;
    r->row_stride = s.row_step;
    r->lane_row_step = a.lanes_per_row;
  } else {  // transposed, or a strided vector
    r->rows = s.columns;
    r->columns = s.rows;
    r->row_stride = s.column_step;
    r->lane_row_step = 1;
    r->lane_column_step = a.lanes_per_row;
    std::swap(r->tile_rows, r->tile_columns);
  }
  return true;
}

// How far the rows of a tile are apart, whether or not their lanes are active; 0 if that differs.
std::int64_t row_step_of(const access& a) {
  const int rows = a.lanes / a.lanes_per_row;
  const std::int64_t step = rows > 1 ? a.offsets[a.lanes_per_row] - a.offsets[0] : 0;
  for (int row = 2; row < rows; ++row) {
    if (a.offsets[row * a.lanes_per_row] - a.offsets[(row - 1) * a.lanes_per_row] != step) {
      return 0;
    }
  }
  return step;
}

}  // namespace

std::int64_t lowest_offset(const access& a) {
  std::int64_t low = INT64_MAX;
  for (int i = 0; i < a.lanes; ++i) {
    low = is_on(a, i) ? std::min(low, a.offsets[i]) : low;
  }
  return low;
}

bool add_lanes(const access& a, std::int64_t shift, const rectangle& tile,
               std::vector<rectangle>* all) {
  rectangle r = tile;
  if (a.offsets == nullptr) {
    r.start = shift + a.start;
    r.rows = a.rows;
    r.columns = a.cols;
    r.row_stride = a.row_stride;
    r.first_lane = a.first_lane;
    r.lane_row_step = a.lanes_per_row;
    all->push_back(r);
    return false;
  }
  if (find_rectangle(a, shift, &r)) {
    all->push_back(r);
    return a.gathered || (r.rows > 1 && !r.two_dimensional);
  }
  // Each run of neighbours within a row of the tile is a rectangle of one row, and stores how far
  // the tile's rows are apart.
  r.rows = 1;
  r.row_stride = row_step_of(a);
  for (int i = 0; i < a.lanes;) {
    const int row_end = (i / a.lanes_per_row + 1) * a.lanes_per_row;
    int end = i + 1;
    while (is_on(a, i) && end < row_end && is_on(a, end) &&
           a.offsets[end] == a.offsets[end - 1] + 1) {
      ++end;
    }
    if (is_on(a, i)) {
      r.start = shift + a.offsets[i];
      r.columns = end - i;
      r.first_lane = i;
      all->push_back(r);
    }
    i = end;
  }
  return true;
}

std::vector<trace_access::numbers> runs_of(const std::vector<rectangle>& lanes) {
  constexpr std::size_t kMostRuns = 4096;
  std::vector<trace_access::numbers> runs;
  for (const rectangle& r : lanes) {
    const bool down = r.lane_row_step == 1;  // lanes follow each other from row to row
    for (std::int64_t i = 0; i < (down ? r.columns : r.rows) && runs.size() < kMostRuns; ++i) {
      runs.push_back(
          down ? trace_access::numbers{r.lane_at(0, r.start + i), r.start + i, r.rows, r.row_stride}
               : trace_access::numbers{r.lane_at(i, r.row(i)), r.row(i), r.columns, 1});
    }
  }
  return runs;
}

}  // namespace kw::runtime
