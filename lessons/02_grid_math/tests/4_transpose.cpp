// Tests of lesson 02, task 4.
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

class Transpose : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c) {
    const auto x = make_input<float>(c.rows * c.columns, 1);
    const kw::buffer<float, 2> x_buffer(device(), {c.rows, c.columns}, x, c.in());
    const kw::buffer<float, 2> out(device(), {c.columns, c.rows}, c.out());
    lesson02::transpose(x_buffer.cview(), out.view());
    return check_close(out, reference::transpose(x, c.rows, c.columns), lesson02::kExact, shape(c));
  }
};

TEST_F(Transpose, EightByFour) {
  check({512, 256});
}

TEST_F(Transpose, Shapes) {
  kw::testing::check_until_failure(lesson02::kShapes,
                                   [&](const matrix_case& c) { return check(c); });
}

TEST_F(Transpose, PaddedRows) {
  check({192, 128, 131, 200});
}

}  // namespace
