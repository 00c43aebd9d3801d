// Tests of elective 13, task 2: every stride and padding.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

class Convolve : public convolution_test<float> {};

TEST_F(Convolve, ThreeByThree) {
  check(convolve, {1, 1, 6, 6, 1, 3, 3, 1, 0}, false);
}

TEST_F(Convolve, Shapes) {
  check_until_failure(kCases, [&](const convolution_case& c) { return check(convolve, c, false); });
}

TEST_F(Convolve, ColumnsOverTwoBlocks) {
  check(convolve, {1, 2, 3, 150, 2, 3, 3, 1, 1}, false);
}

}  // namespace
}  // namespace lesson13
