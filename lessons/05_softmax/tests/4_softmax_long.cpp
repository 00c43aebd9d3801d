// Tests of lesson 05, task 4: rows of several blocks.
#include "softmax_cases.hpp"

namespace lesson05 {
namespace {

/// Values that grow along the row: every block raises the maximum.
template <int STEP>
bool check_rising(const matrix_case& c) {
  auto values = make_input<float>(c.rows * c.columns, 2);
  for (std::int64_t i = 0; i < c.rows * c.columns; ++i) {
    values[i] += STEP * static_cast<float>(i % c.columns) / static_cast<float>(c.columns);
  }
  return check_values(softmax_long<float>, c, values);
}

const std::vector<matrix_case> kLongRows = {{3, 4097},  {2, 8192},  {5, 12289},  {2, 16385},
                                            {2, 50000}, {1, 65536}, {1, 1000003}};
const std::vector<matrix_case> kLongRowsOf16Bits = {{2, 5}, {2, 12288}, {1, 20001}};

const tests<matrix_case> softmax_long_tests = {
    "SoftmaxLong",
    {
        {"OneBlock", check_softmax<softmax_long<float>>, {{2, 5}, {3, 1000}, {2, 4096}, {0, 5}}},
        {"RisingRows", check_rising<12>, {{2, 9000}}},
        {"FallingRows", check_rising<-12>, {{2, 9000}}},
        {"Widths", check_softmax<softmax_long<float>>, kLongRows},
        {"PaddedAndUnalignedRows",
         check_softmax<softmax_long<float>>,
         {{3, 9000, 9024, 9003}, {3, 8192, 0, 0, 1}}},
        // 13,000 columns are four blocks: in row 6 three of them hold nothing but -inf.
        {"ExtremeValues", check_extremes<softmax_long<float>>, {{7, 13000}}},
        {"SixteenBits", check_softmax<softmax_long<float16_t>>, kLongRowsOf16Bits},
        {"SixteenBits", check_softmax<softmax_long<bfloat16_t>>, kLongRowsOf16Bits},
        {"LongerThanTheLongestTile",
         check_softmax<softmax_long<float>>,
         {{3, kLongestTile + 1}, {2, 40000}}},
        {"AnyShape", check_softmax<softmax_long<float>>, rows_up_to(100, 20000)},
        {"AnyShape", check_softmax<softmax_long<float16_t>>, rows_up_to(100, 20000)},
        {"AnyShape", check_softmax<softmax_long<bfloat16_t>>, rows_up_to(100, 20000)},
    },
};

}  // namespace
}  // namespace lesson05
