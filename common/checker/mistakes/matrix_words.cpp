#include "common/checker/mistakes/matrix_words.hpp"

#include <algorithm>
#include <utility>

#include "common/base/pattern.hpp"
#include "common/checker/mistakes/loop_words.hpp"
#include "common/checker/report/names.hpp"
#include "common/checker/source/settings.hpp"

namespace kw::runtime {
namespace {

std::string compared(const site& s, matrix_axis axis) {
  const std::string elsewhere = base_of(s).number > 0 ? compared_elsewhere(s, axis) : "";
  return "(" + lanes_along(s, axis) + " < " +
         (elsewhere.empty() ? extent_along(s, axis) : elsewhere) + ")";
}

// A tile that is completely outside and begins at a variable: the `qh` of a wrong head.
std::string advise_base(const site& s, const numbered_line& base) {
  const std::string same = advise_same_id(s);
  return "The whole tile is outside, so a mask would not help: it begins in the wrong place. "
         "Line " +
         number(base.number) + " computes the pointer (`" + base.text +
         "`): look at the numbers in it, and at the order of the grid's axes." +
         (same.empty() ? "" : " " + same);
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
  const target& t = *s.where;
  const std::string size = number(t.matrix_rows) + " x " + number(t.columns);
  std::string text;
  for (const matrix_axis axis : {matrix_axis::rows, matrix_axis::columns}) {
    const bool rows = axis == matrix_axis::rows;
    const std::string with = compared_along(s, axis), right = extent_along(s, axis);
    if (!(rows ? b.rows_outside : b.columns_outside) || with.empty()) {
      continue;
    }
    const std::string lines = rows ? "rows" : "columns";
    const std::string has = counted(rows ? t.matrix_rows : t.columns, rows ? "row" : "column");
    text += (text.empty() ? "The mask compares the " : " The mask compares the ") + lines +
            " with `" + with + "`, but " + s.buffer + " has " + has +
            (with == right ? ". Look at what the launch passes for `" + with + "`."
                           : ". Compare them with the " + lines + " of " + s.buffer + ": `" +
                                 lanes_along(s, axis) + " < " + right + "`.");
  }
  if (s.mask_text().find('|') != std::string::npos) {
    return "The mask joins its conditions with `|`, so a lane is on if one of them holds. Both "
           "must hold: join them with `&`.";
  }
  return !text.empty()
             ? text
             : "The mask does not guard " + axes_outside(b) + ". It needs " + matrix_mask(s, b) +
                   ", where " + s.buffer + " has the size " + size + ".";
}

// Does this line store a tile that tl.trans turned, with the mask of a load?
bool is_turned(const site& s) {
  const auto arguments = call_arguments(s.statement, "tl.store");
  if (arguments.size() < 3) {
    return false;
  }
  const std::string value = arguments[1] + " " + s.definition(arguments[1]);
  bool of_a_load = false;
  for (const numbered_line& l : kernel_lines(s.e.place.file, s.kernel)) {
    const auto loaded = call_arguments(statement_at(s.e.place.file, l.number), "tl.load");
    of_a_load = of_a_load ||
                (loaded.size() >= 2 && mentions(l.text, "tl.load") && loaded[1] == arguments[2]);
  }
  return of_a_load && mentions(value, "tl.trans");
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

namespace {

// The line of the loop around the access that moves its pointer on, `b += BK;`; without a name if
// there is none.
setting moved_in_loop(const site& s) {
  const auto arguments = s.arguments();
  const std::string address = arguments.empty() ? "" : arguments[0];
  const std::string pointer = address.substr(0, address.find(" + "));
  const char* const file = s.e.place.file == nullptr ? "" : s.e.place.file;
  const int loop = enclosing_loop(file, s.kernel, s.e.place.line).number;
  for (const setting& line : settings_of(kernel_lines(file, s.kernel))) {
    const int number = line.line.number;
    if (loop > 0 && line.name == pointer && line.sign == "+=" &&
        (number == loop || enclosing_loop(file, s.kernel, number).number == loop)) {
      return line;
    }
  }
  return {};
}

// A tile that leaves its rows: the loop moves its pointer on by a number of columns, `b += BK;`,
// where rows are meant. Empty if it moves no pointer.
std::string advise_moved_along_row(const site& s) {
  const setting moved = moved_in_loop(s);
  if (moved.name.empty() || moved.value.find("stride") != std::string::npos) {
    return "";
  }
  const std::string by =
      moved.value.find(' ') == std::string::npos ? moved.value : "(" + moved.value + ")";
  const std::string stride = s.is_matrix() ? s.buffer + ".stride()" : stride_name(s);
  return "In each step, line " + number(moved.line.number) + " (`" + loop_head(moved.line) +
         "`) moves the tile by so many columns. If it is to go down by so many rows, multiply by "
         "the distance between two rows: `" +
         moved.name + " += " + by + " * " +
         (stride.empty() ? number(s.where->row_stride) : stride) + "`.";
}

// A tile that leaves its rows, because it begins within its own width.
std::string advise_begin_of_tile(const site& s, const matrix_box& b, std::int64_t column) {
  const std::string begin =
      "The tile begins at column " + number(column) + " of row " + number(b.row) + ". ";
  if (const std::string moved = advise_moved_along_row(s); !moved.empty()) {
    return begin + moved;
  }
  return begin + "If it should begin at a multiple of its width, " +
         number(outside(s).tile.tile_columns) + ", then what is added to " + s.buffer +
         " for this program must be a whole number of rows, of " + number(s.where->row_stride) +
         " elements each.";
}

}  // namespace

words tell_matrix(const site& s) {
  const matrix_box b = box_of(*s.where, outside(s).tile);
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
            number(b.lanes_outside) + " of the " + counted(outside(s).tile.count(), "active lane") +
            (b.lanes_outside == 1 ? " is" : " are") + " outside.";
  const std::int64_t column = b.column - outside(s).tile.first_lane % outside(s).tile.tile_columns;
  const bool whole = b.lanes_outside == outside(s).tile.count();
  if (const numbered_line base = base_of(s); whole && b.rows_outside && base.number > 0) {
    w.advice = advise_base(s, base);
  } else if (b.columns_outside && !b.rows_outside &&
             (outside(s).tile.masked || !advise_moved_along_row(s).empty()) &&
             outside(s).tile.lane_column_step == 1 && column % outside(s).tile.tile_columns != 0) {
    w.advice = advise_begin_of_tile(s, b, column);
  } else if (b.row < 0) {
    w.advice = "Rows count from 0: look at what is subtracted in the row numbers.";
  } else if (std::string same = advise_same_id(s); !outside(s).tile.masked && !same.empty()) {
    w.advice = std::move(same);
  } else if (b.row >= t.rows && b.column < t.columns && !outside(s).tile.masked) {
    w.advice =
        "The whole tile is below the last row. Are the rows and columns, or the two program ids, "
        "swapped? Or does the grid have more programs than cdiv(" +
        number(t.rows) + ", " + number(outside(s).tile.tile_rows) +
        ") = " + number(ceil_div(t.rows, outside(s).tile.tile_rows)) + " along the rows?";
  } else if (whole && b.columns_outside && !b.rows_outside && !outside(s).tile.masked) {
    w.advice =
        "The whole tile is to the right of the last column. Are the rows and columns, or the two "
        "program ids, swapped? Or does the grid have more programs than cdiv(" +
        number(t.columns) + ", " + number(outside(s).tile.tile_columns) +
        ") = " + number(ceil_div(t.columns, outside(s).tile.tile_columns)) + " along the columns?";
  } else if (outside(s).tile.masked && s.e.access == access_kind::store && is_turned(s)) {
    w.advice =
        "This is the mask of the tile before tl.trans. Because tl.trans "
        "exchanges rows and columns, the mask must exchange them too: `(cols(_, None) < " +
        number(t.rows) + ") & (rows(None, _) < " + number(t.columns) +
        ")`, written with the names that the offsets have here.";
  } else if (outside(s).tile.masked) {
    w.advice = advise_matrix_mask(s, b);
  } else {
    w.advice =
        "The tile reaches past the edge, and there is no mask. A mask over " + axes_outside(b) +
        " switches the spare lanes off: " + matrix_mask(s, b) + ", given to " +
        (only_reads(s.e.access) ? "tl.load as its second" : "tl.store as its third") + " argument.";
  }
  return w;
}

// A line that uses the columns of its tile as rows: `out.row(cols(None, _)) + rows(_, None)`.
std::string advise_exchanged_lanes(const site& s) {
  static const base::pattern kExchanged(R"((\w+\.row)\((\w+)\(None, _\)\) \+ (\w+)\(_, None\))");
  const auto found = kExchanged.find(s.statement);
  if (!found) {
    return "";
  }
  const std::string row = (*found)[1], rows = (*found)[2], columns = (*found)[3];
  return "The mask guards rows and columns, but the address takes `" + rows +
         "(None, _)`, which goes along the columns, as rows. It should be `" + row + "(" + columns +
         "(_, None)) + " + rows + "(None, _)`.";
}

namespace {

// A stride that multiplies rows and columns, `(rows(_, None) + cols(None, _)) * stride`.
std::string advise_parentheses(const site& s) {
  static const base::pattern kBoth(R"(\((\w+\(_, None\)) \+ (\w+\(None, _\))\) \* (\w+))");
  const auto arguments = s.arguments();
  const std::string address = arguments.empty() ? "" : arguments[0];
  const std::string made_of = address + " " + s.definition(address);
  const auto found = kBoth.find(made_of);
  return !found ? ""
                : "The stride multiplies rows and columns here, but neighbouring columns are one "
                  "element apart: `" +
                      (*found)[1] + " * " + (*found)[3] + " + " + (*found)[2] + "`.";
}

}  // namespace

words tell_scattered_matrix(const site& s, words w) {
  w.advice = advise_parentheses(s);
  if (w.advice.empty()) {
    w.advice = outside(s).tile.masked ? advise_exchanged_lanes(s) : "";
  }
  if (!w.advice.empty()) {
    return w;
  }
  const std::int64_t width = outside(s).tile.tile_columns;
  const std::string lane = "the lane in row " + number(outside(s).lane / width) + ", column " +
                           number(outside(s).lane % width) + " of the tile";
  const matrix_box both{0, 0, 0, 0, true, true, 0};
  w.advice = (outside(s).tile.masked ? "The mask lets " + lane + " through. "
                                     : "The first is " + lane + ". ") +
             "A lane may be on only if its row and its column are both inside " + s.buffer + " (" +
             number(s.where->rows) + " x " + number(s.where->columns) +
             "): " + matrix_mask(s, both) + ".";
  return w;
}

namespace {

// The row that a line takes: `first + r` of `x.row(first + r) + cols`, and of `x + (first + r) *
// x_stride + cols` in a loop that changes it. Empty if it is not known.
std::string row_of_address(const site& s) {
  static const base::pattern kProduct(R"((?:\(([^()]*)\)|(\w+)) \* \w*stride\w*)");
  const auto arguments = s.arguments();
  const std::string address = arguments.empty() ? "" : s.definition(arguments[0]);
  const auto of_row = call_arguments(address, s.buffer + ".row");
  if (!of_row.empty()) {
    return of_row[0];
  }
  const auto product = kProduct.find(address);
  const std::string variable = loop_around(s).variable;
  const std::string row = product ? (*product)[1] + (*product)[2] : "";
  return !variable.empty() && mentions(row, variable) ? row : "";
}

}  // namespace

std::string advise_row_past_end(const site& s) {
  const target& t = *s.where;
  const std::int64_t row = t.row_stride > 0 ? floor_div(outside(s).tile.start, t.row_stride) : 0;
  if (t.rows == 0 || outside(s).scattered || row < t.rows || s.e.place.file == nullptr) {
    return "";
  }
  const auto loop = enclosing_loop(s.e.place.file, s.kernel, s.e.place.line);
  const std::string in_code = row_of_address(s);
  const std::string rows = extent_along(s, matrix_axis::rows);
  const bool computed = in_code.find(' ') != std::string::npos;
  return in_code.empty()
             ? ""
             : "This line takes row " + number(row) + " of " + s.buffer + ", which has " +
                   counted(t.rows, "row") + ": the last row is " + number(t.rows - 1) + ". " +
                   (loop.number == 0 ? "Its number must be below `" + rows + "`."
                                     : "Look at where the loop in line " + number(loop.number) +
                                           " (`" + loop_head(loop) + "`) ends: " +
                                           (computed ? "it has to compare the row, `" + in_code +
                                                           " < " + rows + "`."
                                                     : "not past `" + rows + "`."));
}

}  // namespace kw::runtime
