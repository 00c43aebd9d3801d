// Tests of lesson 02, task 5.
#include "grid_math.hpp"

#include <cstdint>
#include <string>

#include <kernelwright/testing/testing.hpp>

#include "grid_math_reference.hpp"
#include "whole_tiles.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::shape;
namespace reference = lesson02::reference;

class GroupedOrder : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t tile_rows, std::int64_t tile_cols, int group) {
    const kw::buffer<int, 2> order(device(), {tile_rows, tile_cols});
    lesson02::grouped_order(order.view(), group);
    return check_close(
        order, reference::grouped_order(tile_rows, tile_cols, group), lesson02::kExact,
        shape({tile_rows, tile_cols}) + " tiles in groups of " + std::to_string(group));
  }
};

TEST_F(GroupedOrder, FourByThreeInGroupsOfTwo) {
  check(4, 3, 2);
}

TEST_F(GroupedOrder, LastGroupIsLower) {
  check(5, 3, 2);
}

TEST_F(GroupedOrder, Shapes) {
  for (const int group : {1, 2, 3, 8}) {
    if (!check(1, 1, group) || !check(7, 5, group) || !check(16, 16, group) ||
        !check(3, 64, group)) {
      break;  // one failure says enough
    }
  }
}

}  // namespace
