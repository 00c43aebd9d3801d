// Tests of lesson 02, task 5.
#include "whole_tiles.hpp"

namespace lesson02 {
namespace {

struct tiles_case {
  std::int64_t tile_rows, tile_cols;
  int group;
};

bool check_grouped_order(const tiles_case& c) {
  // The program of each tile, by walking the tiles and counting.
  std::vector<double> programs(c.tile_rows * c.tile_cols);
  int program = 0;
  for (std::int64_t first_row = 0; first_row < c.tile_rows; first_row += c.group) {
    for (std::int64_t col = 0; col < c.tile_cols; ++col) {
      for (std::int64_t row = first_row; row < std::min(first_row + c.group, c.tile_rows); ++row) {
        programs[row * c.tile_cols + col] = program++;
      }
    }
  }
  return check_entry(shape(matrix_case{c.tile_rows, c.tile_cols}) + " tiles in groups of " +
                         std::to_string(c.group),
                     grouped_order, out({c.tile_rows, c.tile_cols}, programs, kExact), c.group);
}

std::vector<tiles_case> groups_of_each_height() {
  std::vector<tiles_case> cases;
  for (const int group : {1, 2, 3, 8}) {
    cases.insert(cases.end(), {{1, 1, group}, {7, 5, group}, {16, 16, group}, {3, 64, group}});
  }
  return cases;
}

tiles_case any_groups(size_draw& d) {
  return {d.length(0, 40), d.length(0, 40), static_cast<int>(d.length(1, 50))};
}

const tests<tiles_case> grouped_order_tests = {
    "GroupedOrder",
    {
        {"FourByThreeInGroupsOfTwo", check_grouped_order, {{4, 3, 2}}},
        {"LastGroupIsLower", check_grouped_order, {{5, 3, 2}}},
        {"Shapes", check_grouped_order, groups_of_each_height},
        {"AnyShape", check_grouped_order, any_groups},
    },
};

}  // namespace
}  // namespace lesson02
