// Tests of elective 13, task 5: the product, NCHW.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

class ConvolveNchw : public convolution_test<kw::float16_t> {};

TEST_F(ConvolveNchw, OneByOne) {
  check(convolve_nchw, {1, 8, 6, 6, 8, 1, 1, 1, 0}, false);
}

TEST_F(ConvolveNchw, NoPadding) {
  check(convolve_nchw, {1, 8, 6, 6, 8, 3, 3, 1, 0}, false);
}

TEST_F(ConvolveNchw, Padding) {
  check(convolve_nchw, {1, 8, 6, 6, 8, 3, 3, 1, 1}, false);
}

TEST_F(ConvolveNchw, Shapes) {
  check_until_failure(kCases,
                      [&](const convolution_case& c) { return check(convolve_nchw, c, false); });
}

TEST_F(ConvolveNchw, ManyChannels) {
  check(convolve_nchw, {2, 70, 5, 6, 130, 3, 3, 1, 1}, false);
}

TEST_F(ConvolveNchw, ManyPlaces) {
  check(convolve_nchw, {2, 16, 14, 14, 24, 3, 3, 1, 1}, false);
}

}  // namespace
}  // namespace lesson13
