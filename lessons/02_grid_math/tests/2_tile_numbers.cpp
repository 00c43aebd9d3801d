// Tests of lesson 02, task 2.
#include "grid_math.hpp"

#include <kernelwright/testing/testing.hpp>

#include "grid_math_reference.hpp"
#include "whole_tiles.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::matrix_case;
using kw::testing::shape;
namespace reference = lesson02::reference;

class TileNumbers : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c) {
    const kw::buffer<int, 2> out(device(), {c.rows, c.columns}, c.out());
    lesson02::tile_numbers(out.view());
    return check_close(out, reference::tile_numbers(c.rows, c.columns, lesson02::kTile),
                       lesson02::kExact, shape(c));
  }
};

TEST_F(TileNumbers, EightByFour) {
  check({512, 256});
}

TEST_F(TileNumbers, Shapes) {
  kw::testing::check_until_failure(lesson02::kShapes,
                                   [&](const matrix_case& c) { return check(c); });
}

TEST_F(TileNumbers, PaddedRows) {
  check({192, 128, 0, 131});
}

}  // namespace
