// Tests of lesson 05, task 3: several short rows per program.
#include "softmax.hpp"

#include "softmax_cases.hpp"

using namespace lesson05;

namespace {

class SoftmaxShort : public softmax_test {};

TEST_F(SoftmaxShort, TwoRowsOfFive) {
  check(lesson05::softmax_short<float>, {2, 5});
}

TEST_F(SoftmaxShort, Shapes) {
  check_all(
      lesson05::softmax_short<float>,
      {{16, 128}, {1, 1}, {15, 127}, {17, 128}, {100, 31}, {1000, 2}, {33, 64}, {0, 9}, {50, 1}});
}

TEST_F(SoftmaxShort, PaddedAndUnalignedRows) {
  check_all(lesson05::softmax_short<float>,
            {{37, 100, 128, 104}, {20, 63, 65, 67}, {20, 64, 0, 0, 1}});
}

TEST_F(SoftmaxShort, ExtremeValues) {
  check(lesson05::softmax_short<float>, {7, 77}, extreme_rows(77));
}

TEST_F(SoftmaxShort, SixteenBits) {
  check_all(lesson05::softmax_short<float16_t>, {{16, 128}, {37, 99}});
  check_all(lesson05::softmax_short<bfloat16_t>, {{16, 128}, {37, 99}});
}

}  // namespace
