// A lane leaves its row, or its matrix, but not the buffer.
#include <algorithm>
#include <utility>

#include "common/checker/mistakes/matrix_words.hpp"
#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/outside.hpp"
#include "common/checker/mistakes/outside_masks.hpp"
#include "common/checker/mistakes/program_steps.hpp"

namespace kw::runtime {
namespace {

words explain_outside_row(const site& s) {
  const event& e = s.e;
  const target& t = *s.where;
  words w;
  if (outside(s).next_matrix) {
    return tell_many_matrices(s, box_of(t, outside(s).tile));
  }
  const rectangle& tile = outside(s).tile;
  const bool has_rows = tile.rows > 1 || (tile.two_dimensional && tile.first_lane > 0);
  if (has_rows && tile.row_stride > 0 && tile.row_stride != t.row_stride) {
    w.facts = s.verb() + " rows that begin " + counted(outside(s).tile.row_stride, "element") +
              " apart, but the rows of " + s.buffer + " begin " + number(t.row_stride) +
              " elements apart, so the tile leaves its rows, first at " +
              s.range(e.first, e.first) + ".";
    w.advice = "Multiply the row numbers by the distance between two rows of " + s.buffer + ", `" +
               s.row_distance() + "` (its row stride, " + counted(t.row_stride, "element") +
               "), not by " + number(tile.row_stride) + ".";
    return w;
  }
  if (by_rows(s)) {
    w = tell_matrix(s);
    const matrix_box b = box_of(*s.where, outside(s).tile);
    const std::int64_t row = std::max<std::int64_t>(0, b.row);
    const std::string first = "column " + number(t.columns) + " of row " + number(row);
    const char* quiet =
        e.last < t.high ? "These lanes stay inside the memory of the buffer, so nothing crashes: "
                        : "Counted along the memory, ";
    w.advice = quiet + first +
               (t.row_stride > t.columns ? " is in the gap between two rows. "
                                         : " is really column 0 of row " + number(row + 1) + ". ") +
               w.advice;
    return w;
  }
  const std::int64_t row = floor_div(e.first, t.row_stride);
  w.facts = s.verb() + " " + s.range(e.first, e.last) + " (" + counted(e.count, "lane") +
            "), past the end of row " + number(row) + ": the rows of " + s.buffer + " have " +
            counted(t.columns, "element") + " and begin " + number(t.row_stride) +
            " elements apart.";
  if (w.advice = advise_start(s, outside(s).tile); !w.advice.empty()) {
    return w;
  }
  w.advice = outside(s).tile.masked
                 ? advise_with_mask(s)
                 : "The lanes past the end of the row need a mask: `cols < number of columns`, "
                   "which is " +
                       number(t.columns) + " here.";
  return w;
}

// Does a tile reach from one matrix into the next? It may mean to, if a kernel treats all matrices
// as one: then its tiles begin at multiples of their height from the first row of all. One that
// does not, but begins at such a multiple within its matrix, goes by matrices.
void find_next_matrix(const target& t, const rectangle& r, event* e, outside_lanes* facts) {
  const std::int64_t row = floor_div(r.start, t.row_stride);
  const std::int64_t end = (row / t.matrix_rows + 1) * t.matrix_rows;
  const std::int64_t begin = row - r.first_lane / r.tile_columns;  // of the tile
  if (row < 0 || row + r.rows <= end || r.lane_column_step != 1 || begin % r.tile_rows == 0 ||
      (begin - (end - t.matrix_rows)) % r.tile_rows != 0) {
    return;
  }
  facts->next_matrix = true;
  e->first = r.row(end - row);
  e->last = r.row(r.rows - 1) + r.columns - 1;
  facts->lane = r.first_lane + (end - row) * r.lane_row_step;
  e->count = (row + r.rows - end) * r.columns;
}

// Lanes that stay inside the memory but leave the row they belong to. Gaps between rows do not
// belong to any row. If rows touch, only a two-dimensional tile is known to go by rows: a tile of
// rank 1 may well treat the whole array as one long vector.
void check_rows(launch_monitor& monitor, program& p, const seen_access& a) {
  const target& t = a.where;
  const rectangle& r = a.lanes;
  const bool gaps = t.row_stride > t.columns;
  const bool by_rows = r.two_dimensional && r.rows > 1 && r.row_stride == t.row_stride;
  // In an array of many axes a tile may treat several as one, if there are no gaps between them.
  // Gathered elements may come from anywhere except a gap; and if rows are single elements, each
  // lane is in a different row.
  if (!gaps &&
      (r.gathered || t.row_stride == 1 || !(t.many_matrices() ? by_rows : r.two_dimensional))) {
    return;
  }
  event e(outside_row, a);
  outside_lanes facts{.tile = r};
  for (std::int64_t row = 0; row < r.rows; ++row) {
    const std::int64_t begin = r.row(row);
    const std::int64_t column = begin - floor_div(begin, t.row_stride) * t.row_stride;
    const std::int64_t outside = std::min(r.columns, column + r.columns - t.columns);
    if (outside > 0) {
      const std::int64_t first = begin + r.columns - outside;
      if (e.count == 0) {
        e.first = first;
        facts.lane = r.lane_at(row, first);
      }
      e.last = begin + r.columns - 1;
      e.count += outside;
    }
    if (row == 0 && outside <= 0 && r.row_stride == t.row_stride) {
      break;  // all rows have the same place
    }
  }
  if (e.count == 0 && by_rows && t.many_matrices()) {
    find_next_matrix(t, r, &e, &facts);
  }
  if (e.count == 0) {
    return;
  }
  e.facts = facts;
  monitor.stop(p, std::move(e));
}

void guard_against_outside_row(launch_monitor& monitor, program& p, const seen_access& a) {
  if (!a.inside && leaves_rows_first(a)) {
    monitor.stop(p, lanes_outside(outside_row, a));
  }
  if (a.where.rows > 0 && a.where.element_size == a.lanes.element_size) {
    check_rows(monitor, p, a);
  }
}

}  // namespace

const mistake outside_row{
    .name = "outside-row",
    .explain = explain_outside_row,
    .while_running = {.guard = guard_against_outside_row},
    .about_addresses = true,
};

bool reaches_next_matrix(const event& e) {
  return e.as<outside_lanes>().next_matrix;
}

}  // namespace kw::runtime
