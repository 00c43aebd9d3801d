// Words for tiles that leave a matrix, inside its memory or not.
#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/outside.hpp"

namespace kw::runtime {
namespace {

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

std::string advise_missing_matrix_mask(const site& s, const matrix_box& b) {
  return sentence(
      "The tile reaches past the edge, and there is no mask. A mask over {} switches the spare "
      "lanes off: `{}`, given to {} argument.",
      both(b.rows_outside, "the rows", " and ", b.columns_outside, "the columns"),
      matrix_mask(s, b),
      only_reads(s.e.access) ? "tl.load as its second" : "tl.store as its third");
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
                                                             : advise_missing_matrix_mask(s, b);
  return w;
}

std::string advise_scattered_matrix(const site& s) {
  const std::int64_t width = outside(s).tile.tile_columns;
  const std::string lane = sentence("the lane in row {}, column {} of the tile",
                                    outside(s).lane / width, outside(s).lane % width);
  const matrix_box all{0, 0, 0, 0, true, true, 0};
  return sentence(
      "{} Neighbours in a row are one element apart, and rows {}. A lane may be on only if its row "
      "and its column are both inside {} ({} x {}): `{}`.",
      outside(s).tile.masked ? "The mask lets " + lane + " through." : "The first is " + lane + ".",
      s.where->row_stride, s.buffer, s.where->rows, s.where->columns, matrix_mask(s, all));
}

}  // namespace kw::runtime
