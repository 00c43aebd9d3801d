// Tests of lesson 02, task 6: every number of matrices, each with a different factor.
#include "grid_math.hpp"

#include <kernelwright/testing/testing.hpp>

#include "grid_math_reference.hpp"
#include "whole_tiles.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::make_input;
namespace reference = lesson02::reference;

struct batch {
  std::int64_t matrices, rows, columns;
};

class ScaleEach : public kw::testing::lesson_test {
 protected:
  bool check(const batch& c) {
    const auto x = make_input<float>(c.matrices * c.rows * c.columns, 1);
    const auto factors = make_input<float>(c.matrices, 2, {1.0, 3.0});
    const kw::buffer<float, 3> x_buffer(device(), {c.matrices, c.rows, c.columns}, x);
    const kw::buffer<float> factors_buffer(device(), {c.matrices}, factors);
    const kw::buffer<float, 3> out(device(), {c.matrices, c.rows, c.columns});
    lesson02::scale_each(x_buffer.cview(), factors_buffer.cview(), out.view());
    return check_close(out, reference::scale_each(x, factors), lesson02::kProduct,
                       std::to_string(c.matrices) + " matrices of " + std::to_string(c.rows) +
                           " x " + std::to_string(c.columns));
  }
};

TEST_F(ScaleEach, TwoMatrices) {
  check({2, 64, 64});
}

TEST_F(ScaleEach, Shapes) {
  const std::vector<batch> cases = {{1, 64, 64},  {3, 64, 192}, {5, 128, 64}, {7, 192, 128},
                                    {0, 64, 128}, {3, 0, 64},   {40, 64, 64}};
  kw::testing::check_until_failure(cases, [&](const batch& c) { return check(c); });
}

}  // namespace
