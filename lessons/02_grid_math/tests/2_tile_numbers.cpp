// Tests of lesson 02, task 2.
#include "whole_tiles.hpp"

namespace lesson02 {
namespace {

bool check_tile_numbers(const matrix_case& c) {
  const auto number = [&](std::int64_t row, std::int64_t column) {
    return row / kTile * (c.columns / kTile) + column / kTile;
  };
  return check_entry(shape(c), tile_numbers, out(c, number, kExact));
}

const tests<matrix_case> tile_numbers_tests = {
    "TileNumbers",
    {
        {"EightByFour", check_tile_numbers, {{512, 256}}},
        {"Shapes", check_tile_numbers, kShapes},
        {"PaddedRows", check_tile_numbers, {{192, 128, 0, 131}}},
        {"AnyShape", check_tile_numbers, any_tiles},
    },
};

}  // namespace
}  // namespace lesson02
