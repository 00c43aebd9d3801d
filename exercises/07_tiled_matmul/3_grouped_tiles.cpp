// Lesson 07, task 3: an order for the cache.
// Page: lessons/07_tiled_matmul/README.md   Check while you edit: ./course watch lesson07.3
//
//   row by row     in groups of 2 rows      3 x 3 tiles of c, and the programs that own them
//    0  1  2           0  2  4
//    3  4  5           1  3  5
//    6  7  8           6  7  8
//
// In grouped order, programs go down the first `group` rows of tiles, then down the next column of
// these rows, and so on. After the last column comes the next group, which may have fewer rows.
#include "tiled_matmul.hpp"

using lesson07::tile_position;

KW_HD constexpr tile_position tile_of(int program, int tile_rows, int tile_cols, int group) {
  // TODO(lesson07.3): in which group is the program, and which one of that group is it?
  return {.row = program / tile_cols, .col = program % tile_cols};  // row by row
}

#include "count_stripes.hpp"  // counts what programs read that run together; no need to read it
