// The programs of a grid do not cover an output.
#include "common/checker/mistakes/coverage.hpp"
#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

// Advice for an extent that is a quotient, `n / kBlock`, or the one before the right one, in the
// learner's words: those of the grid that the launch passes, with the definitions of variables.
std::string advise_rounding(const site& s) {
  const auto grids = base::calls_in(s.statement, "grid");
  for (const std::string& passed : grids.empty() ? std::vector<std::string>() : grids[0]) {
    const std::string extent = s.code.definition(passed, s.e.place.line);
    const auto sign = extent.find(" / ");
    if (sign != std::string::npos && extent.find(' ') == sign &&
        extent.find(' ', sign + 3) == std::string::npos) {
      return "Division with `/` rounds down and drops the rest; cdiv rounds up: `cdiv(" +
             extent.substr(0, sign) + ", " + extent.substr(sign + 3) + ")`.";
    }
    if (extent.size() > 4 && extent.ends_with(" - 1")) {
      return "Leave out the `- 1`: `" + extent.substr(0, extent.size() - 4) +
             "` counts the last, partly filled block too.";
    }
  }
  return "";
}

std::string advise_no_programs(const site& s) {
  const std::string advice = advise_rounding(s);
  return !advice.empty() ? advice
                         : "One extent of the grid is 0 for these sizes. If it comes from a "
                           "division: `/` rounds "
                           "down, to 0 if there is less than one block, and cdiv rounds up.";
}

// Advice for a matrix whose rows or columns need more programs.
std::string advise_axes(const site& s) {
  const coverage& c = s.e.as<coverage>();
  if (c.row_axis >= 0 && c.column_axis >= 0) {
    const std::int64_t rows = ceil_div(s.where->matrix_rows, c.tile_rows);
    const std::int64_t columns = ceil_div(s.where->columns, c.tile_columns);
    const std::int64_t for_rows = s.launch.grid[c.row_axis];
    const std::int64_t for_columns = s.launch.grid[c.column_axis];
    if (rows != columns && for_rows == columns && for_columns == rows) {
      return "In this kernel tl.program_id(" + number(c.row_axis) +
             ") counts rows of tiles, of which there are " + number(rows) + ", and tl.program_id(" +
             number(c.column_axis) + ") counts columns of tiles, of which there are " +
             number(columns) + ". Are the two extents of the grid swapped?";
    }
  }
  const auto swapped = [&](std::int64_t needed, int axis, std::int64_t other_needs) {
    for (int other = 0; other < 2; ++other) {
      if (other != axis && axis < 2 && needed != other_needs && s.launch.grid[other] == needed &&
          s.launch.grid[axis] == other_needs) {
        return " Axis " + number(other) + " has " + number(needed) +
               ": are the two extents of the grid swapped?";
      }
    }
    return std::string();
  };
  const auto axis_advice = [&](std::int64_t done, std::int64_t all, std::int64_t tile, int axis,
                               const char* what, std::int64_t other_needs) -> std::string {
    if (done >= all || axis < 0 || ceil_div(all, tile) <= s.launch.grid[axis]) {
      return "";
    }
    const bool rounded = all / tile == s.launch.grid[axis];
    return "A tile covers " + counted(tile, what) + ", so axis " + number(axis) +
           " of the grid needs " + cdiv_text(all, tile) + " programs, but it has " +
           number(s.launch.grid[axis]) + "." + swapped(ceil_div(all, tile), axis, other_needs) +
           (rounded ? " Division with `/` rounds down and drops the rest; cdiv rounds up." : "");
  };
  const std::int64_t matrices = s.where->rows / s.where->matrix_rows;
  if (c.matrices < matrices && c.matrix_axis >= 0) {
    return "Axis " + number(c.matrix_axis) + " of the grid counts matrices: it needs " +
           counted(matrices, "program") + ", but has " + number(s.launch.grid[c.matrix_axis]) + ".";
  }
  const std::string rows = axis_advice(c.rows, s.where->matrix_rows, c.tile_rows, c.row_axis, "row",
                                       ceil_div(s.where->columns, c.tile_columns));
  const std::string columns =
      axis_advice(c.columns, s.where->columns, c.tile_columns, c.column_axis, "column",
                  ceil_div(s.where->matrix_rows, c.tile_rows));
  return rows + (rows.empty() || columns.empty() ? "" : " ") + columns;
}

words explain_grid_too_small(const site& s) {
  const coverage& c = s.e.as<coverage>();
  words w;
  const std::int64_t programs =
      std::int64_t{1} * s.launch.grid[0] * s.launch.grid[1] * s.launch.grid[2];
  if (programs == 0) {
    w.facts = "the grid has no programs, so nothing was written to " + s.buffer + ", which has " +
              counted(c.elements, "element") + ".";
    w.advice = advise_no_programs(s);
    return w;
  }
  w.facts = "the grid has " + grid_text(s.launch) + ", which is too few: " + unwritten_range(s) +
            was_were(s) + " never written.";
  if (c.rows == 0) {
    const bool rounded = programs == c.elements / c.per_program;
    std::string rounding = advise_rounding(s);
    if (rounded && rounding.empty()) {
      rounding = "Division with `/` rounds down and drops the rest; cdiv rounds up.";
    }
    w.advice = "Each program covers " + counted(c.per_program, "element") + ", so " +
               cdiv_text(c.elements, c.per_program) + " programs are needed." +
               (rounding.empty() ? "" : " " + rounding);
    return w;
  }
  w.advice = advise_axes(s);
  return w;
}

void find_grid_too_small(const launch_monitor& monitor, std::vector<event>& events) {
  add_unwritten(monitor, true, events);
}

}  // namespace

const mistake grid_too_small{
    .name = "grid-too-small",
    .explain = explain_grid_too_small,
    .after_launch = find_grid_too_small,
    .about_launch = true,
    .about_addresses = true,
};

}  // namespace kw::runtime
