// Tests of elective 13, task 5: the product, NCHW.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

constexpr auto kCheckNchw = check_convolution<convolve_nchw, false>;

const tests<convolution_case> convolve_nchw_tests = {
    "ConvolveNchw",
    {
        {"OneByOne", kCheckNchw, {{1, 8, 6, 6, 8, 1, 1, 1, 0}}},
        {"NoPadding", kCheckNchw, {{1, 8, 6, 6, 8, 3, 3, 1, 0}}},
        {"Padding", kCheckNchw, {{1, 8, 6, 6, 8, 3, 3, 1, 1}}},
        {"Shapes", kCheckNchw, kCases},
        {"ManyChannels", kCheckNchw, {{2, 70, 5, 6, 130, 3, 3, 1, 1}}},
        {"ManyPlaces", kCheckNchw, {{2, 16, 14, 14, 24, 3, 3, 1, 1}}},
        {"AnyShape", kCheckNchw, any_convolution},
    },
};

}  // namespace
}  // namespace lesson13
