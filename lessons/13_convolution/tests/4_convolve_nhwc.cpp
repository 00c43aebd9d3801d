// Tests of elective 13, task 4: the product, NHWC.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

constexpr auto kCheckNhwc = check_convolution<convolve_nhwc, true>;

const tests<convolution_case> convolve_nhwc_tests = {
    "ConvolveNhwc",
    {
        {"NoPadding", kCheckNhwc, {{1, 8, 6, 6, 8, 3, 3, 1, 0}}},
        {"Padding", kCheckNhwc, {{1, 8, 6, 6, 8, 3, 3, 1, 1}}},
        {"Shapes", kCheckNhwc, kCases},
        {"ManyChannels", kCheckNhwc, {{2, 70, 5, 6, 130, 3, 3, 1, 1}}},
        {"ManyPlaces", kCheckNhwc, {{2, 16, 14, 14, 24, 3, 3, 1, 1}}},
        {"AnyShape", kCheckNhwc, any_convolution},
    },
};

}  // namespace
}  // namespace lesson13
