// Words for mistakes of a whole launch: races, what stayed unwritten, and the grid.
#include <algorithm>

#include "common/checker/report/words.hpp"

namespace kw::runtime {
namespace {

std::string number(std::int64_t n) {
  return std::to_string(n);
}

std::string cdiv_text(std::int64_t a, std::int64_t b) {
  return "cdiv(" + number(a) + ", " + number(b) + ") = " + number(ceil_div(a, b));
}

// `4 programs`, or `8 x 4 programs`.
std::string grid_text(const launch_description& launch) {
  std::string text = number(launch.grid[0]);
  for (int axis = 1; axis < 3; ++axis) {
    const bool used = launch.grid[axis] > 1 || (axis == 1 && launch.grid[2] > 1);
    text += used ? " x " + number(launch.grid[axis]) : "";
  }
  return text + (text == "1" ? " program" : " programs");
}

std::string unwritten_range(const story& s) {
  const event& e = s.e;
  const coverage& c = e.cover;
  const target& t = *s.where;
  if (c.rows > 0) {
    const bool rows = c.rows < t.matrix_rows, columns = c.columns < t.columns;
    const std::int64_t all = t.rows / t.matrix_rows;
    if (c.matrices < all) {
      return (all - c.matrices == 1 ? "matrix " + number(c.matrices)
                                    : "matrices " + number(c.matrices) + ".." + number(all - 1)) +
             " of " + s.buffer + " (which has " + number(all) + " matrices, its last two axes)";
    }
    if (t.many_matrices()) {
      return (rows ? span("row", c.rows, t.matrix_rows - 1) : "") +
             (rows && columns ? " and " : "") +
             (columns ? span("column", c.columns, t.columns - 1) : "") + " of all " + number(all) +
             " matrices of " + s.buffer + " (which have " + counted(t.matrix_rows, "row") +
             " and " + counted(t.columns, "column") + ")";
    }
    return (rows ? span("row", c.rows, t.rows - 1) : "") + (rows && columns ? " and " : "") +
           (columns ? span("column", c.columns, t.columns - 1) : "") + " of " + s.buffer +
           " (which has " + counted(t.rows, "row") + " and " + counted(t.columns, "column") + ")";
  }
  if (e.lanes == e.last - e.first + 1) {
    return s.range(e.first, e.last) + " (" + number(e.lanes) + " of " +
           counted(c.elements, "element") + ")";
  }
  const auto place = [&](std::int64_t i) {
    return t.rows > 0 ? "row " + number(i / t.row_stride) + ", column " + number(i % t.row_stride)
                      : s.range(i, i);
  };
  return number(e.lanes) + " of the " + counted(c.elements, "element") + " of " + s.buffer +
         ", from " + place(e.first) + " to " + place(e.last) + ",";
}

const char* was_were(const story& s) {
  const coverage& c = s.e.cover;
  const std::int64_t rows = s.where->matrix_rows - c.rows, columns = s.where->columns - c.columns;
  const std::int64_t matrices = s.where->many_matrices() ? s.where->rows / s.where->matrix_rows : 1;
  const bool one = c.rows == 0             ? s.e.lanes == 1
                   : c.matrices < matrices ? matrices - c.matrices == 1
                                           : rows + columns == 1;
  return one ? " was" : " were";
}

std::string advise_unwritten_matrix(const story& s) {
  const coverage& c = s.e.cover;
  const bool all_matrices = c.matrices * s.where->matrix_rows == s.where->rows;
  const std::string axis = !all_matrices                   ? "matrices"
                           : c.rows < s.where->matrix_rows ? "rows"
                                                           : "columns";
  if (c.raced) {
    return "Programs write over each other, see [write-race]: put that right first.";
  }
  if (c.masked) {
    return "The mask switches the lanes there off. Compare the " + axis + " with the number of " +
           axis + " of " + s.buffer + ": are the two sizes swapped?";
  }
  return "Look at how the program ids become " + axis + ": no program gets these.";
}

// Does program 1 begin further from program 0 than a tile reaches?
bool skips_in_matrix(const story& s) {
  const coverage& c = s.e.cover;
  const std::int64_t rows = c.step / s.where->row_stride, columns = c.step % s.where->row_stride;
  const bool part_of_row = rows == 1 && columns == 0 && c.tile_rows <= 1;
  return c.step > c.per_program && (part_of_row || rows > c.tile_rows || columns > c.tile_columns ||
                                    (rows > 0 && columns > 0));
}

// Program 0 and program 1 leave something out between them, in a matrix.
std::string advise_matrix_step(const story& s) {
  const coverage& c = s.e.cover;
  const std::int64_t rows = c.step / s.where->row_stride, columns = c.step % s.where->row_stride;
  const auto loop =
      enclosing_loop(s.e.place.file == nullptr ? "" : s.e.place.file, s.kernel, s.e.place.line);
  if (columns == 0 && c.tile_rows <= 1 && rows == 1 && loop.number > 0) {
    return "Each program takes one row, but its loop in line " + number(loop.number) + " (`" +
           loop_head(loop) + "`) writes only " + number(c.per_program) + " of the " +
           number(s.where->columns) +
           " columns. Look at where the loop begins, at its step, and at where it ends.";
  }
  if (columns == 0 && c.tile_rows <= 1 && rows == 1) {
    return "Each program takes one row, but of its " + number(s.where->columns) +
           " columns only the first " + number(c.per_program) +
           ". Go over the row in a loop, a block at a time, or take a block that is as long as the "
           "row.";
  }
  if (rows > 0 && columns > 0) {
    return "Program " + s.program(1) + " begins " + counted(rows, "row") + " and " +
           counted(columns, "column") + " behind program " + s.program(0) +
           ": one program id moves rows and columns at once, so only tiles on a "
           "diagonal are written. Take tl.program_id(0) for the one and tl.program_id(1) for the "
           "other, and a grid of two axes.";
  }
  return "Program " + s.program(1) + " begins " +
         (rows > 0 ? counted(rows, "row") : counted(columns, "column")) + " behind program " +
         s.program(0) +
         ", which is further than a tile reaches: what lies between them is "
         "left "
         "out.";
}

}  // namespace

words tell_grid_too_small(const story& s) {
  const event& e = s.e;
  const coverage& c = e.cover;
  words w;
  const std::int64_t programs =
      std::int64_t{1} * s.launch.grid[0] * s.launch.grid[1] * s.launch.grid[2];
  if (programs == 0) {
    w.facts = "the grid has no programs, so nothing was written to " + s.buffer + ", which has " +
              counted(c.elements, "element") + ".";
    w.advice =
        "`n / BLOCK_SIZE` rounds down, to 0 when n is smaller than a block. cdiv(n, "
        "BLOCK_SIZE) rounds up.";
    return w;
  }
  w.facts = "the grid has " + grid_text(s.launch) + ", too few: " + unwritten_range(s) +
            was_were(s) + " never written.";
  if (c.rows == 0) {
    const bool rounded = programs == c.elements / c.per_program;
    w.advice =
        "Each program covers " + counted(c.per_program, "element") + ", so " +
        cdiv_text(c.elements, c.per_program) + " programs are needed." +
        (rounded ? " `n / BLOCK_SIZE` rounds down and forgets the rest; cdiv rounds up." : "");
    return w;
  }
  if (c.row_axis >= 0 && c.column_axis >= 0) {
    const std::int64_t rows = ceil_div(s.where->matrix_rows, c.tile_rows);
    const std::int64_t columns = ceil_div(s.where->columns, c.tile_columns);
    const std::int64_t for_rows = s.launch.grid[c.row_axis];
    const std::int64_t for_columns = s.launch.grid[c.column_axis];
    if (rows != columns && for_rows == columns && for_columns == rows) {
      w.advice = "In this kernel tl.program_id(" + number(c.row_axis) + ") counts rows of tiles, " +
                 number(rows) + " of them, and tl.program_id(" + number(c.column_axis) +
                 ") columns of tiles, " + number(columns) +
                 " of them. Are the two extents of the grid swapped?";
      return w;
    }
  }
  const auto axis_advice = [&](std::int64_t done, std::int64_t all, std::int64_t tile, int axis,
                               const char* what) -> std::string {
    if (done >= all || axis < 0 || ceil_div(all, tile) <= s.launch.grid[axis]) {
      return "";
    }
    const bool rounded = all / tile == s.launch.grid[axis];
    return "A tile covers " + counted(tile, what) + ", so axis " + number(axis) +
           " of the grid needs " + cdiv_text(all, tile) + " programs; it has " +
           number(s.launch.grid[axis]) + "." +
           (rounded ? " A division with `/` rounds down and forgets the rest; cdiv rounds up."
                    : "");
  };
  const std::int64_t matrices = s.where->rows / s.where->matrix_rows;
  if (c.matrices < matrices && c.matrix_axis >= 0) {
    w.advice = "Axis " + number(c.matrix_axis) + " of the grid counts matrices: it needs " +
               counted(matrices, "program") + ", and has " + number(s.launch.grid[c.matrix_axis]) +
               ".";
    return w;
  }
  const std::string rows =
      axis_advice(c.rows, s.where->matrix_rows, c.tile_rows, c.row_axis, "row");
  const std::string columns =
      axis_advice(c.columns, s.where->columns, c.tile_columns, c.column_axis, "column");
  w.advice = rows + (rows.empty() || columns.empty() ? "" : " ") + columns;
  return w;
}

words tell_never_written(const story& s) {
  const event& e = s.e;
  const coverage& c = e.cover;
  words w;
  if (c.nothing) {
    w.facts = "no tl.store wrote to " + s.buffer + ": all " + counted(c.elements, "element") +
              " still hold nothing of use.";
    w.advice = "A kernel hands back its result with `tl.store(" + s.buffer + " + offsets, value)`.";
    for (const numbered_line& l : kernel_lines(e.place.file, s.kernel)) {
      const auto arguments = call_arguments(statement_at(e.place.file, l.number), "tl.store");
      const bool store = mentions(l.text, "tl.store") && !arguments.empty();
      const std::string base = store ? arguments[0].substr(0, arguments[0].find(' ')) : "";
      const bool ours = store && mentions(base + " " + s.definition(base), s.buffer);
      const auto loop = enclosing_loop(e.place.file, s.kernel, l.number);
      if (ours && loop.number > 0 && !c.skipped) {
        w.advice = "The tl.store in line " + number(l.number) + " stands in the loop of line " +
                   number(loop.number) + " (`" + loop_head(loop) +
                   "`), which takes no step here: look at where it begins and ends.";
      } else if (ours && arguments.size() == 3 && c.skipped) {
        w.advice = "The tl.store in line " + number(l.number) +
                   " has a mask, and it switches off every lane: does `" + arguments[2] +
                   "` compare the right way round, and with the right size?";
      }
    }
    return w;
  }
  w.facts = unwritten_range(s) + was_were(s) + " never written.";
  const bool enough =
      c.needed <= std::int64_t{1} * s.launch.grid[0] * s.launch.grid[1] * s.launch.grid[2];
  if (c.rows > 0) {
    w.advice = advise_unwritten_matrix(s);
  } else if (c.lane_step > 1) {
    w.advice =
        "Neighbouring lanes are " + number(c.lane_step) +
        " elements apart, and what lies between them is left out. " +
        (s.where->rows > 0
             ? "For a tile of rows and columns write `rows(_, None) * stride + cols(None, _)`."
             : "Is the tl.arange multiplied by something?");
  } else if (c.raced) {
    w.advice =
        std::string(enough ? "There are enough programs for all elements, but they" : "Programs") +
        " write over each other, see [write-race]: put that right first.";
  } else if (s.where->rows > 0 && skips_in_matrix(s)) {
    w.advice = advise_matrix_step(s);
  } else if (c.step > c.per_program && s.where->rows == 0) {
    w.advice =
        "Program " + s.program(1) + " begins " + counted(c.step, "element") + " behind program " +
        s.program(0) + ", but a program has " + counted(c.per_program, "lane") +
        ": what lies between them is left out. Multiply tl.program_id(0) by the block size, " +
        number(c.per_program) + ".";
  } else if (c.head) {
    w.advice = "The first elements are left out: lane 0 of program " + s.program(0) +
               " should write " + s.range(0, 0) + ". Programs and lanes count from 0.";
  } else if (c.masked && s.where->rows > 0) {
    w.advice =
        "The mask of this tl.store switches the lanes there off. Is it meant for another access? "
        "Every row and column of " +
        s.buffer + " (" + number(s.where->rows) + " x " + number(s.where->columns) +
        ") must be written.";
  } else if (c.masked) {
    w.advice =
        "The mask switches the lanes there off. Compare the offsets with the number of "
        "elements of " +
        s.buffer + ", " + number(c.elements) + ".";
  } else {
    w.advice =
        "No lane of any program lies there. Every element of an output must be written by one "
        "program: look at how the offsets of this tl.store grow with the program ids and the "
        "lanes, at where its loop ends if it has one, and at the grid.";
  }
  return w;
}

namespace {

const char* what_is_off(const story& s) {
  return s.e.loads_only        ? "all that they would store lies past the end"
         : s.e.touched_nothing ? "they load and store nothing"
                               : "the masks switch all of their lanes off";
}

}  // namespace

words tell_grid_too_large(const story& s) {
  const event& e = s.e;
  const std::int64_t all = std::int64_t{1} * s.launch.grid[0] * s.launch.grid[1] * s.launch.grid[2];
  const std::int64_t working = all - e.programs;
  words w;
  w.facts = "the grid has " + grid_text(s.launch) + ", but " + number(e.programs) +
            (e.programs == 1 ? " of them has" : " of them have") +
            " nothing to do: " + what_is_off(s) + ", from program " + s.program(e.program) + " on.";
  if (e.program != working) {
    const auto comma = w.facts.rfind(", from program");
    w.facts = w.facts.substr(0, comma) + " (program " + s.program(e.program) + " is the first).";
  }
  const bool line = s.launch.grid[1] <= 1 && s.launch.grid[2] <= 1;
  w.advice = (line && e.program == working
                  ? counted(working, "program") + (working == 1 ? " is" : " are") + " enough. "
                  : "") +
             "The grid should have cdiv(size, block size) programs along each axis, and no more.";
  return w;
}

}  // namespace kw::runtime
