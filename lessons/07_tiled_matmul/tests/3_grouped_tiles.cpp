// Tests of lesson 07, task 3: the order in which a GPU's programs take their tiles, and what the
// first of them read together.
#include "tiled_matmul.hpp"

#include <tuple>

#include <kernelwright/testing/function_place.hpp>
#include <kernelwright/testing/testing.hpp>

#include "tiled_matmul_reference.hpp"

namespace lesson07 {
namespace {

class GroupedOrder : public kw::testing::lesson_test {
 protected:
  kw::buffer<int, 2> signed_tiles(int tile_rows, int tile_cols, int group) const {
    kw::buffer<int, 2> order(device(), {tile_rows, tile_cols});
    sign_tiles(order.view(), group);
    return order;
  }

  bool check_order(int tile_rows, int tile_cols, int group) const {
    return kw::testing::check_close(signed_tiles(tile_rows, tile_cols, group),
                                    reference::order(tile_rows, tile_cols, group),
                                    kw::testing::kExact,
                                    std::to_string(tile_rows) + " x " + std::to_string(tile_cols) +
                                        " tiles in groups of " + std::to_string(group) + " rows");
  }

  /// Where a program's tile should be, if the learner's one is outside of c.
  static std::string place_of(int program, int tile_rows, int tile_cols, int group) {
    const auto order = reference::order(tile_rows, tile_cols, group);
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (static_cast<int>(order[i]) == program) {
        const int tile = static_cast<int>(i);
        return "The tile of program " + std::to_string(program) + " is outside of the " +
               std::to_string(tile_rows) + " x " + std::to_string(tile_cols) +
               " tiles. It should be in row " + std::to_string(tile / tile_cols) + ", column " +
               std::to_string(tile % tile_cols) +
               ". Are row and col in each other's place (exchanged), or is the last group too "
               "high?";
      }
    }
    return "";
  }

  /// Checks the order, and what any number of programs that run together read.
  void check(int tile_rows, int tile_cols, int group) const {
    for (int wave = 1; wave <= tile_rows * tile_cols + 1; ++wave) {
      const int stripes = stripes_read(tile_rows, tile_cols, group, wave);
      if (stripes == -1) {
        FAIL() << kw::testing::place_of_function("tile_of")
               << place_of(wave - 1, tile_rows, tile_cols, group);
      }
      ASSERT_EQ(stripes, reference::stripes_read(tile_rows, tile_cols, group, wave))
          << "stripes, for " << tile_rows << " x " << tile_cols << " tiles in groups of " << group
          << " rows and the first " << wave << " programs";
    }
    check_order(tile_rows, tile_cols, group);
  }
};

TEST_F(GroupedOrder, RowByRow) {
  check(3, 4, 1);
}

TEST_F(GroupedOrder, GroupsOfTwo) {
  check(4, 5, 2);
}

TEST_F(GroupedOrder, LastGroupIsLower) {
  for (const auto& [tile_rows, tile_cols, group] :
       std::vector<std::tuple<int, int, int>>{{5, 3, 2}, {7, 9, 4}, {3, 5, 8}}) {
    check(tile_rows, tile_cols, group);
    if (HasFailure()) {
      break;  // one failure says enough
    }
  }
}

TEST_F(GroupedOrder, SavesWhatTheTextSays) {
  EXPECT_EQ(stripes_read(32, 32, 1, 132), 37);
  EXPECT_EQ(stripes_read(32, 32, 8, 132), 25);
  EXPECT_EQ(stripes_read(64, 64, 1, 132), 67);
  EXPECT_EQ(stripes_read(64, 64, 8, 132), 25);
}

TEST_F(GroupedOrder, EveryTileOnce) {
  constexpr int rows = 12, cols = 3;
  std::vector<int> times(rows * cols);
  for (const int program : signed_tiles(rows, cols, 8).download()) {
    ASSERT_TRUE(program >= 0 && program < rows * cols) << "a tile is signed by program " << program;
    ++times[static_cast<std::size_t>(program)];
  }
  for (std::size_t program = 0; program < times.size(); ++program) {
    EXPECT_EQ(times[program], 1) << "tiles that program " << program << " has signed";
  }
}

TEST_F(GroupedOrder, OneTile) {
  check(1, 1, 1);
  check(1, 1, 8);
}

}  // namespace
}  // namespace lesson07
