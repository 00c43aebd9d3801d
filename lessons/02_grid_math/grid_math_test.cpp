// Tests of lesson 02. Rows and columns are whole tiles; row strides are not.
#include "grid_math.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "grid_math_reference.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::make_input;
using kw::testing::tolerance;
namespace reference = lesson02::reference;

constexpr tolerance kExact{0.0, 0.0, "nothing is rounded"};
constexpr tolerance kProduct{0.0, 6e-8, "one float32 product rounds once, by at most 2^-24"};

struct matrix_case {
  std::int64_t rows, columns;
  std::int64_t in_stride = 0, out_stride = 0;  // 0: dense
};

// One tile, one row of tiles, one column, more of both, none at all.
const std::vector<matrix_case> kShapes = {{64, 64},   {64, 320}, {320, 64}, {128, 192},
                                          {192, 128}, {0, 64},   {64, 0},   {448, 576}};

std::string shape(const matrix_case& c) {
  return std::to_string(c.rows) + " x " + std::to_string(c.columns);
}

// ---- cdiv ------------------------------------------------------------------------------------

bool check_cdiv(std::int64_t n, std::int64_t block, std::int64_t want, const char* because) {
  const std::int64_t got = lesson02::cdiv(n, block);
  if (got != want) {
    ADD_FAILURE() << "Wrong values: cdiv(" << n << ", " << block << ") is " << got
                  << ", but should be " << want << ": " << because << ".";
  }
  return got == want;
}

TEST(Cdiv, RoundsUp) {
  check_cdiv(1000, 64, 16, "15 full blocks, and one of 40 elements");
  check_cdiv(1024, 64, 16, "16 full blocks, and nothing left over");
  check_cdiv(1, 64, 1, "even one element needs a block");
  check_cdiv(0, 64, 0, "nothing needs no block");
}

TEST(Cdiv, AgreesWithCounting) {
  for (std::int64_t block = 2; block <= 20; ++block) {
    for (std::int64_t n = 1; n <= 100; ++n) {
      if (!check_cdiv(n, block, reference::cdiv_by_counting(n, block), "counted block by block")) {
        return;  // one failure says enough
      }
    }
  }
}

TEST(Cdiv, LargeNumbers) {
  const std::int64_t blocks = std::int64_t{1} << 30;
  check_cdiv(blocks * 1024 + 1, 1024, blocks + 1, "2^30 full blocks, and one of 1 element");
}

// ---- tile_numbers ----------------------------------------------------------------------------

class TileNumbers : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c) {
    const kw::buffer<int, 2> out(device(), {c.rows, c.columns}, {.row_stride = c.out_stride});
    lesson02::tile_numbers(out.view());
    return check_close(out, reference::tile_numbers(c.rows, c.columns, lesson02::kTile), kExact,
                       shape(c));
  }
};

TEST_F(TileNumbers, EightByFour) {
  check({512, 256});
}

TEST_F(TileNumbers, Shapes) {
  for (const matrix_case& c : kShapes) {
    if (!check(c)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(TileNumbers, PaddedRows) {
  check({192, 128, 0, 131});
}

// ---- scale -----------------------------------------------------------------------------------

class Scale : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c) {
    constexpr float kFactor = -1.7f;
    const auto x = make_input<float>(c.rows * c.columns, 1);
    const kw::buffer<float, 2> x_buffer(device(), {c.rows, c.columns}, x,
                                        {.row_stride = c.in_stride});
    const kw::buffer<float, 2> out(device(), {c.rows, c.columns}, {.row_stride = c.out_stride});
    lesson02::scale(x_buffer.cview(), kFactor, out.view());
    return check_close(out, reference::scale(x, kFactor), kProduct, shape(c));
  }
};

TEST_F(Scale, EightByFour) {
  check({512, 256});
}

TEST_F(Scale, Shapes) {
  for (const matrix_case& c : kShapes) {
    if (!check(c)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Scale, PaddedRows) {
  check({192, 128, 144, 144});
}

TEST_F(Scale, DifferentStrides) {
  check({128, 192, 192, 257});
}

// ---- transpose -------------------------------------------------------------------------------

class Transpose : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c) {
    const auto x = make_input<float>(c.rows * c.columns, 1);
    const kw::buffer<float, 2> x_buffer(device(), {c.rows, c.columns}, x,
                                        {.row_stride = c.in_stride});
    const kw::buffer<float, 2> out(device(), {c.columns, c.rows}, {.row_stride = c.out_stride});
    lesson02::transpose(x_buffer.cview(), out.view());
    return check_close(out, reference::transpose(x, c.rows, c.columns), kExact, shape(c));
  }
};

TEST_F(Transpose, EightByFour) {
  check({512, 256});
}

TEST_F(Transpose, Shapes) {
  for (const matrix_case& c : kShapes) {
    if (!check(c)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Transpose, PaddedRows) {
  check({192, 128, 131, 200});
}

// ---- grouped_order ---------------------------------------------------------------------------

class GroupedOrder : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t tile_rows, std::int64_t tile_cols, int group) {
    const kw::buffer<int, 2> order(device(), {tile_rows, tile_cols});
    lesson02::grouped_order(order.view(), group);
    return check_close(
        order, reference::grouped_order(tile_rows, tile_cols, group), kExact,
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
