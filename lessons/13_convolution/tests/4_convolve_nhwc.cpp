// Tests of elective 13, task 4: the product, NHWC.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

class ConvolveNhwc : public convolution_test<kw::float16_t> {};

TEST_F(ConvolveNhwc, NoPadding) {
  check(convolve_nhwc, {1, 8, 6, 6, 8, 3, 3, 1, 0}, true);
}

TEST_F(ConvolveNhwc, Padding) {
  check(convolve_nhwc, {1, 8, 6, 6, 8, 3, 3, 1, 1}, true);
}

TEST_F(ConvolveNhwc, Shapes) {
  check_until_failure(kCases,
                      [&](const convolution_case& c) { return check(convolve_nhwc, c, true); });
}

TEST_F(ConvolveNhwc, ManyChannels) {
  check(convolve_nhwc, {2, 70, 5, 6, 130, 3, 3, 1, 1}, true);
}

TEST_F(ConvolveNhwc, ManyPlaces) {
  check(convolve_nhwc, {2, 16, 14, 14, 24, 3, 3, 1, 1}, true);
}

}  // namespace
}  // namespace lesson13
