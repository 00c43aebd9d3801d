// Lesson 02, task 5: grouped order (stretch).
// Page: lessons/02_grid_math/README.md   Check while you edit: ./course watch lesson02.5
//
//   order[tile row, tile column] = the number of the program that owns this tile
//
// order is [tile_rows, tile_cols], and the grid has one axis. Programs 0, 1, 2, ... cover the first
// `group` rows of tiles, one column after the other and each from top to bottom, and then the next
// `group` rows. The last group may have fewer rows.
#include "grid_math.hpp"

using namespace kw;

struct GroupedOrder {
  KW_KERNEL void operator()(program auto tl, int* order, int tile_rows, int tile_cols,
                            int group) const {
    auto id = tl.program_id(0);
    // TODO(lesson02.5): in which row and in which column of tiles is the tile of this program?
    //{ solution
    auto programs_in_group = group * tile_cols;
    auto first_row = id / programs_in_group * group;
    auto rows_left = tile_rows - first_row;
    auto group_rows = rows_left < group ? rows_left : group;  // the last group may have fewer
    auto in_group = id % programs_in_group;
    auto row = first_row + in_group % group_rows;
    auto col = in_group / group_rows;
    //| auto row = id / tile_cols;  // row by row, as in task 2
    //| auto col = id % tile_cols;
    //}
    tl.store(order + row * tile_cols + col, id);
  }
};

void lesson02::grouped_order(view<int, 2> order, int group) {
  const int tile_rows = narrow<int>(order.extent(0));
  const int tile_cols = narrow<int>(order.extent(1));
  launch(order.device(), grid(tile_rows * tile_cols), GroupedOrder{}, order, tile_rows, tile_cols,
         group);
}
