// Tests of elective 13, task 2: every stride and padding.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

constexpr auto kCheckConvolve = check_convolution<convolve, false>;

const tests<convolution_case> convolve_tests = {
    "Convolve",
    {
        {"ThreeByThree", kCheckConvolve, {{1, 1, 6, 6, 1, 3, 3, 1, 0}}},
        {"Shapes", kCheckConvolve, kCases},
        {"ColumnsOverTwoBlocks", kCheckConvolve, {{1, 2, 3, 150, 2, 3, 3, 1, 1}}},
        {"AnyShape", kCheckConvolve, any_convolution},
    },
};

}  // namespace
}  // namespace lesson13
