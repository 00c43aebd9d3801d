// Tests of elective 13, task 3: every element of the matrix.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

class Patches : public kw::testing::lesson_test {
 protected:
  bool check(const convolution_case& c) {
    const geometry g = c.sizes();
    const auto x = make_input<float>(std::int64_t{g.images} * g.channels * g.height * g.width, 1);
    const kw::buffer<float, 4> x_buffer(device(), {g.images, g.height, g.width, g.channels}, x);
    const kw::buffer<float, 2> out(device(), {g.places(), g.taps()});
    patches(x_buffer.cview(), g, out.view());
    const auto values = to_doubles(x);
    return check_close(out, reference::patches(values, g), kExact, c.text());
  }
};

TEST_F(Patches, TwoByTwo) {
  check({1, 1, 3, 3, 1, 2, 2, 1, 0});
}

TEST_F(Patches, Shapes) {
  check_until_failure(kCases, [&](const convolution_case& c) { return check(c); });
}

TEST_F(Patches, MoreTapsThanABlock) {
  check({1, 40, 4, 4, 1, 3, 3, 1, 1});
}

}  // namespace
}  // namespace lesson13
