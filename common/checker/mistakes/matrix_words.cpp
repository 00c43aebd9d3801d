#include "common/checker/mistakes/matrix_words.hpp"

#include <algorithm>
#include <utility>

namespace kw::runtime {
namespace {

std::string compared(const site& s, matrix_axis axis) {
  return "(" + s.lanes_along(axis) + " < " + s.extent_along(axis) + ")";
}

std::string matrix_mask(const site& s, const matrix_box& b) {
  const std::string rows = b.rows_outside ? compared(s, matrix_axis::rows) : "";
  const std::string columns = b.columns_outside ? compared(s, matrix_axis::columns) : "";
  return "`" + rows + (rows.empty() || columns.empty() ? "" : " & ") + columns + "`";
}

// What a mask has to guard.
std::string axes_outside(const matrix_box& b) {
  return b.rows_outside && b.columns_outside ? "the rows and the columns"
         : b.rows_outside                    ? "the rows"
                                             : "the columns";
}

// There is a mask, but it lets lanes of one axis, or of both, through.
std::string advise_matrix_mask(const site& s, const matrix_box& b) {
  if (s.mask_text().find('|') != std::string::npos) {
    return "The mask joins its conditions with `|`, so a lane is on if one of them holds. Both "
           "must hold: join them with `&`.";
  }
  std::string text;
  for (const matrix_axis axis : {matrix_axis::rows, matrix_axis::columns}) {
    if (axis == matrix_axis::rows ? b.rows_outside : b.columns_outside) {
      const std::string other = advise_compared_along(s, axis);
      text += (text.empty() || other.empty() ? "" : " ") + other;
    }
  }
  return !text.empty() ? text
                       : "The mask does not guard " + axes_outside(b) + ". It needs " +
                             matrix_mask(s, b) + ", where " + s.buffer + " has the size " +
                             number(s.where->matrix_rows) + " x " + number(s.where->columns) + ".";
}

// A tile all of whose lanes are outside.
std::string advise_whole_tile(const site& s, bool below) {
  const target& t = *s.where;
  const rectangle& tile = outside(s).tile;
  const std::int64_t extent = below ? t.rows : t.columns;
  const std::int64_t width = below ? tile.tile_rows : tile.tile_columns;
  return std::string("The whole tile is ") +
         (below ? "below the last row" : "to the right of the last column") +
         ". Are the rows and columns, or the two program ids, swapped? Or does the grid have more "
         "programs than " +
         cdiv_text(extent, width) + " along the " + (below ? "rows?" : "columns?");
}

// A tile that leaves its rows, because it begins within its own width.
std::string advise_begin_of_tile(const site& s, const matrix_box& b, std::int64_t column) {
  const std::string loop = s.loop_text();
  return "The tile begins at column " + number(column) + " of row " + number(b.row) +
         ". If it should begin at a multiple of its width, " +
         number(outside(s).tile.tile_columns) + ", then what " +
         (loop.empty() ? "is added to " + s.buffer + " for this program"
                       : "a step of " + loop + " adds") +
         " must be a whole number of rows: a multiple of the distance between two of them, `" +
         s.row_distance() + "`.";
}

}  // namespace

std::string advise_compared_along(const site& s, matrix_axis axis) {
  const bool rows = axis == matrix_axis::rows;
  const std::string with = compared_with(s.mask_text(), rows ? "(_, None)" : "(None, _)");
  if (with.empty()) {
    return "";
  }
  const std::string lines = rows ? "rows" : "columns", right = s.extent_along(axis);
  return "The mask compares the " + lines + " with `" + with + "`, but " + s.buffer + " has " +
         counted(rows ? s.where->matrix_rows : s.where->columns, rows ? "row" : "column") +
         (with == right ? ". Look at what the launch passes for `" + with + "`."
                        : ": `" + s.lanes_along(axis) + " < " + right + "`.");
}

bool by_rows(const site& s) {
  return s.where != nullptr && !outside(s).scattered && goes_by_rows(*s.where, outside(s).tile);
}

words tell_many_matrices(const site& s, const matrix_box& b) {
  const target& t = *s.where;
  const std::int64_t matrices = t.rows / t.matrix_rows;
  const std::int64_t matrix = b.row / t.matrix_rows, begin = matrix * t.matrix_rows;
  const std::int64_t behind = b.last_row - begin - t.matrix_rows + 1;
  words w;
  w.facts = s.verb() + " " + span("row", b.row - begin, b.last_row - begin) + " of matrix " +
            number(matrix) + " of " + s.buffer + ", but " + s.buffer + " has " + number(matrices) +
            " matrices (its last two axes) of " + counted(t.matrix_rows, "row");
  if (matrix >= matrices) {
    w.facts += ": they count from 0, so the last one is matrix " + number(matrices - 1) + ".";
    w.advice =
        "The whole tile is past the last matrix. Look at how the number of the matrix is computed "
        "from the program ids, and at the extents of the grid.";
    return w;
  }
  w.facts += ": the last " + counted(behind, "row") + " of the tile " +
             (behind == 1 ? "is" : "are") +
             (matrix + 1 == matrices ? std::string(" past the end.")
                                     : " in matrix " + number(matrix + 1) + ".");
  w.advice =
      std::string(outside(s).tile.masked ? "The mask does not guard the rows. It needs "
                                         : "There is no mask. This one switches these rows off: ") +
      "`rows(_, None) < " + number(t.matrix_rows) +
      "`, where rows count from the beginning of their matrix." +
      (matrix + 1 == matrices ? ""
                              : " Nothing crashes here, because the memory continues after it.");
  return w;
}

words tell_matrix(const site& s) {
  const rectangle& tile = outside(s).tile;
  const matrix_box b = box_of(*s.where, tile);
  const target& t = *s.where;
  if (t.many_matrices() && b.rows_outside && b.row >= 0) {
    return tell_many_matrices(s, b);
  }
  words w;
  w.facts = s.verb() + " " + (b.rows_outside ? span("row", b.row, b.last_row) : "") +
            (b.rows_outside && b.columns_outside ? " and " : "") +
            (b.columns_outside ? span("column", b.column, b.last_column) : "") + " of " + s.buffer +
            ", but " + s.buffer + " has " + (b.rows_outside ? s.rows_text() : "") +
            (b.rows_outside && b.columns_outside ? " and " : "") +
            (b.columns_outside ? counted(t.columns, "column") : "") + ": " +
            number(b.lanes_outside) + " of the " + counted(tile.count(), "active lane") +
            (b.lanes_outside == 1 ? " is" : " are") + " outside.";
  const std::int64_t column = b.column - tile.first_lane % tile.tile_columns;
  const bool whole = b.lanes_outside == tile.count() && !tile.masked;
  if (b.row < 0) {
    w.advice = "Rows count from 0: look at what is subtracted in the row numbers.";
  } else if (b.columns_outside && !b.rows_outside && tile.lane_column_step == 1 &&
             column % tile.tile_columns != 0 && (tile.masked || !s.loop_text().empty())) {
    w.advice = advise_begin_of_tile(s, b, column);
  } else if (whole && (b.columns_outside != b.rows_outside || b.row >= t.rows)) {
    w.advice = advise_whole_tile(s, b.rows_outside);
  } else if (tile.masked) {
    w.advice = advise_matrix_mask(s, b);
  } else {
    w.advice =
        "The tile reaches past the edge, and there is no mask. A mask over " + axes_outside(b) +
        " switches the spare lanes off: " + matrix_mask(s, b) + ", given to " +
        (only_reads(s.e.access) ? "tl.load as its second" : "tl.store as its third") + " argument.";
  }
  return w;
}

words tell_scattered_matrix(const site& s, words w) {
  const std::int64_t width = outside(s).tile.tile_columns;
  const std::string lane = "the lane in row " + number(outside(s).lane / width) + ", column " +
                           number(outside(s).lane % width) + " of the tile";
  const matrix_box both{0, 0, 0, 0, true, true, 0};
  w.advice = (outside(s).tile.masked ? "The mask lets " + lane + " through. "
                                     : "The first is " + lane + ". ") +
             "Neighbours in a row are one element apart, and rows " + number(s.where->row_stride) +
             ". A lane may be on only if its row and its column are both inside " + s.buffer +
             " (" + number(s.where->rows) + " x " + number(s.where->columns) +
             "): " + matrix_mask(s, both) + ".";
  return w;
}

}  // namespace kw::runtime
