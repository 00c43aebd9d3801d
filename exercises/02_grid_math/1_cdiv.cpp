// Lesson 02, task 1: how many blocks.
// Page: lessons/02_grid_math/README.md   Check while you edit: ./course watch lesson02.1
//
//   blocks_for(n, block) = n / block, rounded up       blocks_for(1000, 64) = 16
//
// This is ordinary C++, which runs before a launch: a block that is only partly filled needs a
// program too.
#include "grid_math.hpp"

std::int64_t lesson02::blocks_for(std::int64_t n, std::int64_t block) {
  // TODO(lesson02.1): the division of integers rounds down. What can you do so that it rounds up?
  return n / block;
}
