// A lane reads or writes outside its buffer, or leaves its row or its matrix.
#include "common/checker/mistakes/outside.hpp"

#include <algorithm>
#include <utility>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

// Does an access leave the rows of its target, even where that is also the end of the memory?
bool leaves_rows_first(const seen_access& a) {
  const target& t = a.where;
  const rectangle& r = a.lanes.front();
  if (a.one_by_one) {
    return false;
  }
  // A tile whose rows are right leaves its rows.
  const bool rows_fit = goes_by_rows(t, r) && !box_of(t, r).rows_outside;
  // So does one whose rows are further apart, or closer, than those of the target.
  const bool other_stride = t.rows > 0 && !t.many_matrices() && r.two_dimensional && !r.gathered &&
                            r.rows > 1 && r.row_stride != t.row_stride &&
                            t.element_size == r.element_size;
  return rows_fit || other_stride;
}

// Adds the elements [begin, end) outside, the first of which belongs to this lane.
void add_outside(std::int64_t lane, std::int64_t begin, std::int64_t end, event* e,
                 outside_lanes* facts) {
  if (begin >= end) {
    return;
  }
  if (e->count == 0) {
    facts->lane = lane;
    e->first = begin;
    e->last = end - 1;
  }
  e->count += end - begin;
  e->first = std::min(e->first, begin);
  e->last = std::max(e->last, end - 1);
}

event lanes_outside(const mistake& kind, const seen_access& a) {
  const span_of_elements span = span_in(a.where, a.tile.element_size);
  event e(kind, a);
  outside_lanes facts{.tile = a.one_by_one ? a.tile : a.lanes.front(), .scattered = a.one_by_one};
  for (const rectangle& r : a.lanes) {
    for (std::int64_t row = 0; row < r.rows; ++row) {
      const std::int64_t begin = r.row(row), end = begin + r.columns;
      const std::int64_t high = std::max({begin, span.high, span.low});
      add_outside(r.lane_at(row, begin), begin, std::min(end, span.low), &e, &facts);
      add_outside(r.lane_at(row, high), high, end, &e, &facts);
    }
    facts.low = std::min(facts.low, r.low());
    facts.high = std::max(facts.high, r.high());
    facts.active += r.count();
  }
  facts.tile.start = a.one_by_one ? e.first : facts.tile.start;
  e.facts = facts;
  return e;
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
void check_rows(launch_monitor& monitor, program& p, const seen_access& a, const rectangle& r) {
  const target& t = a.where;
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
    const std::int64_t end = begin + r.columns;
    add_outside(r.lane_at(row, end - outside), end - outside, end, &e, &facts);
    if (row == 0 && outside <= 0 && r.row_stride == t.row_stride) {
      break;  // all rows have the same place
    }
  }
  if (e.count == 0 && by_rows && t.many_matrices()) {
    find_next_matrix(t, r, &e, &facts);
  }
  if (e.count > 0) {
    e.facts = facts;
    monitor.stop(p, std::move(e));
  }
}

void guard_lanes(launch_monitor& monitor, program& p, const seen_access& a) {
  if (!a.inside) {
    monitor.stop(p, lanes_outside(leaves_rows_first(a) ? outside_row : out_of_bounds, a));
  }
  if (a.where.rows > 0 && a.where.element_size == a.tile.element_size) {
    for (const rectangle& r : a.lanes) {
      check_rows(monitor, p, a, r);
    }
  }
}

// ---- words for tiles that leave a matrix, inside its memory or not

std::string compared(const site& s, matrix_axis axis) {
  return "(" + s.lanes_along(axis) + " < " + s.extent_along(axis) + ")";
}

std::string both(bool first, const std::string& one, const char* join, bool second,
                 const std::string& other) {
  return (first ? one : "") + (first && second ? join : "") + (second ? other : "");
}

std::string matrix_mask(const site& s, const matrix_box& b) {
  return both(b.rows_outside, compared(s, matrix_axis::rows), " & ", b.columns_outside,
              compared(s, matrix_axis::columns));
}

// There is a mask, but it lets lanes of one axis, or of both, through.
std::string advise_matrix_mask(const site& s, const matrix_box& b) {
  const std::string mask = s.mask_text();
  return mask.find('|') != std::string::npos
             ? "The mask joins its conditions with `|`, so a lane is on if one of them holds. Both "
               "must hold: join them with `&`."
             : sentence(
                   "The mask does not guard {}{}. It needs `{}`, where {} has the size {} x "
                   "{}.",
                   both(b.rows_outside, "the rows", " and ", b.columns_outside, "the columns"),
                   mask.empty() ? "" : ": it is `" + mask + "`", matrix_mask(s, b), s.buffer,
                   s.where->matrix_rows, s.where->columns);
}

// A tile all of whose lanes are outside.
std::string advise_whole_tile(const site& s, bool below) {
  const rectangle& tile = outside(s).tile;
  return sentence(
      "The whole tile is {}. Are the rows and columns, or the two program ids, swapped? Or does "
      "the grid have more programs than {} along the {}?",
      below ? "below the last row" : "to the right of the last column",
      below ? cdiv_text(s.where->rows, tile.tile_rows)
            : cdiv_text(s.where->columns, tile.tile_columns),
      below ? "rows" : "columns");
}

// A tile that leaves its rows, because it begins within its own width.
std::string advise_begin_of_tile(const site& s, const matrix_box& b, std::int64_t column) {
  const std::string loop = s.loop_text();
  return sentence(
      "The tile begins at column {} of row {}. If it should begin at a multiple of its width, {}, "
      "then what {} must be a whole number of rows: a multiple of the distance between two of "
      "them, `{}`.",
      column, b.row, outside(s).tile.tile_columns,
      loop.empty() ? "is added to " + s.buffer + " for this program"
                   : "a step of " + loop + " adds",
      s.row_distance());
}

}  // namespace

const mistake out_of_bounds{
    .name = "out-of-bounds",
    .explain = explain_out_of_bounds,
    .while_running = {.guard = guard_lanes},  // of both
    .about_addresses = true,
};
const mistake outside_row{
    .name = "outside-row",
    .explain = explain_outside_row,
    .about_addresses = true,
};

bool reaches_next_matrix(const event& e) {
  return e.as<outside_lanes>().next_matrix;
}

bool by_rows(const site& s) {
  return s.where != nullptr && !outside(s).scattered && goes_by_rows(*s.where, outside(s).tile);
}

words tell_many_matrices(const site& s, const matrix_box& b) {
  const target& t = *s.where;
  const std::int64_t matrices = t.rows / t.matrix_rows;
  const std::int64_t matrix = b.row / t.matrix_rows, begin = matrix * t.matrix_rows;
  const std::int64_t behind = b.last_row - begin - t.matrix_rows + 1;
  const bool last = matrix + 1 == matrices;
  const std::string facts = sentence(
      "{} {} of matrix {} of {}, but {} has {} matrices (its last two axes) of {}: ", s.verb(),
      span("row", b.row - begin, b.last_row - begin), matrix, s.buffer, s.buffer, matrices,
      counted(t.matrix_rows, "row"));
  if (matrix >= matrices) {
    return {facts + sentence("they count from 0, so the last one is matrix {}.", matrices - 1),
            "The whole tile is past the last matrix. Look at how the number of the matrix is "
            "computed from the program ids, and at the extents of the grid."};
  }
  return {facts + sentence("the last {} of the tile {} {}.", counted(behind, "row"),
                           behind == 1 ? "is" : "are",
                           last ? "past the end" : "in matrix " + number(matrix + 1)),
          sentence("{}`rows(_, None) < {}`, where rows count from the beginning of their matrix.{}",
                   outside(s).tile.masked ? "The mask does not guard the rows. It needs "
                                          : "There is no mask. This one switches these rows off: ",
                   t.matrix_rows,
                   last ? "" : " Nothing crashes here, because the memory continues after it.")};
}

words tell_matrix(const site& s) {
  const rectangle& tile = outside(s).tile;
  const matrix_box b = box_of(*s.where, tile);
  const target& t = *s.where;
  if (t.many_matrices() && b.rows_outside && b.row >= 0) {
    return tell_many_matrices(s, b);
  }
  const bool rows = b.rows_outside, columns = b.columns_outside;
  words w;
  w.facts = sentence(
      "{} {} of {}, but {} has {}: {} of the {} {} outside.", s.verb(),
      both(rows, span("row", b.row, b.last_row), " and ", columns,
           span("column", b.column, b.last_column)),
      s.buffer, s.buffer, both(rows, s.rows_text(), " and ", columns, counted(t.columns, "column")),
      b.lanes_outside, counted(tile.count(), "active lane"), b.lanes_outside == 1 ? "is" : "are");
  const std::int64_t column = b.column - tile.first_lane % tile.tile_columns;
  const bool whole = b.lanes_outside == tile.count() && !tile.masked;
  w.advice = b.row < 0 ? "Rows count from 0: look at what is subtracted in the row numbers."
             : columns && !rows && tile.lane_column_step == 1 && column % tile.tile_columns != 0 &&
                     (tile.masked || !s.loop_text().empty())
                 ? advise_begin_of_tile(s, b, column)
             : whole && (columns != rows || b.row >= t.rows) ? advise_whole_tile(s, rows)
             : tile.masked                                   ? advise_matrix_mask(s, b)
                           : advise_missing_mask(s, matrix_mask(s, b));
  return w;
}

std::string advise_scattered_matrix(const site& s) {
  const matrix_box all{0, 0, 0, 0, true, true, 0};
  return outside(s).tile.masked ? advise_matrix_mask(s, all)
                                : advise_missing_mask(s, matrix_mask(s, all));
}

}  // namespace kw::runtime
