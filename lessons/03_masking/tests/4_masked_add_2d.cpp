// Tests of lesson 03, task 4.
#include "masking.hpp"

#include <kernelwright/testing/testing.hpp>

#include "cut_tiles.hpp"
#include "limits.hpp"
#include "masking_reference.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::make_input;
using lesson03::kSum;
using lesson03::matrix_case;
namespace reference = lesson03::reference;

class MaskedAdd2d : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c) {
    const auto x = make_input<float>(c.rows * c.columns, 1);
    const auto y = make_input<float>(c.rows * c.columns, 2);
    const kw::buffer<float, 2> x_buffer(device(), {c.rows, c.columns}, x,
                                        {.row_stride = c.x_stride});
    const kw::buffer<float, 2> y_buffer(device(), {c.rows, c.columns}, y,
                                        {.row_stride = c.y_stride});
    const kw::buffer<float, 2> out(device(), {c.rows, c.columns}, {.row_stride = c.out_stride});
    lesson03::masked_add_2d(x_buffer.cview(), y_buffer.cview(), out.view());
    return check_close(out, reference::add(x, y), kSum, shape(c));
  }
};

TEST_F(MaskedAdd2d, TwentyByOneHundred) {
  check({20, 100});
}

TEST_F(MaskedAdd2d, Shapes) {
  kw::testing::check_until_failure(lesson03::kShapes,
                                   [&](const matrix_case& c) { return check(c); });
}

TEST_F(MaskedAdd2d, PaddedRows) {
  check({37, 211, 256, 256, 256});
  check({20, 100, 100, 101, 107});
}

}  // namespace
