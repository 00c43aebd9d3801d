// Tests of lesson 02, task 3.
#include "grid_math.hpp"

#include <kernelwright/testing/testing.hpp>

#include "grid_math_reference.hpp"
#include "whole_tiles.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::make_input;
using kw::testing::matrix_case;
using kw::testing::shape;
namespace reference = lesson02::reference;

class Scale : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c) {
    constexpr float kFactor = -1.7f;
    const auto x = make_input<float>(c.rows * c.columns, 1);
    const kw::buffer<float, 2> x_buffer(device(), {c.rows, c.columns}, x, c.in());
    const kw::buffer<float, 2> out(device(), {c.rows, c.columns}, c.out());
    lesson02::scale(x_buffer.cview(), kFactor, out.view());
    return check_close(out, reference::scale(x, kFactor), lesson02::kProduct, shape(c));
  }
};

TEST_F(Scale, EightByFour) {
  check({512, 256});
}

TEST_F(Scale, Shapes) {
  kw::testing::check_until_failure(lesson02::kShapes,
                                   [&](const matrix_case& c) { return check(c); });
}

TEST_F(Scale, PaddedRows) {
  check({192, 128, 144, 144});
}

TEST_F(Scale, DifferentStrides) {
  check({128, 192, 192, 257});
}

}  // namespace
