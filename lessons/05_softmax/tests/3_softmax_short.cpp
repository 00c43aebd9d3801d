// Tests of lesson 05, task 3: several short rows per program.
#include "softmax_cases.hpp"

namespace lesson05 {
namespace {

const std::vector<matrix_case> kShortRows = {{16, 128}, {1, 1},   {15, 127}, {17, 128}, {100, 31},
                                             {1000, 2}, {33, 64}, {0, 9},    {50, 1}};

const tests<matrix_case> softmax_short_tests = {
    "SoftmaxShort",
    {
        {"TwoRowsOfFive", check_softmax<softmax_short<float>>, {{2, 5}}},
        {"Shapes", check_softmax<softmax_short<float>>, kShortRows},
        {"PaddedAndUnalignedRows",
         check_softmax<softmax_short<float>>,
         {{37, 100, 128, 104}, {20, 63, 65, 67}, {20, 64, 0, 0, 1}}},
        {"ExtremeValues", check_extremes<softmax_short<float>>, {{7, 77}}},
        {"SixteenBits", check_softmax<softmax_short<float16_t>>, {{16, 128}, {37, 99}}},
        {"SixteenBits", check_softmax<softmax_short<bfloat16_t>>, {{16, 128}, {37, 99}}},
        {"AnyShape", check_softmax<softmax_short<float>>, rows_up_to(300, kShortRow)},
        {"AnyShape", check_softmax<softmax_short<float16_t>>, rows_up_to(300, kShortRow)},
        {"AnyShape", check_softmax<softmax_short<bfloat16_t>>, rows_up_to(300, kShortRow)},
    },
};

}  // namespace
}  // namespace lesson05
