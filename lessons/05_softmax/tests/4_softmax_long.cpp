// Tests of lesson 05, task 4: rows of several blocks.
#include "softmax.hpp"

#include "softmax_cases.hpp"

using namespace lesson05;

namespace {

class SoftmaxLong : public softmax_test {
 protected:
  /// Values that grow along the row: every block raises the maximum.
  bool check_rising(std::int64_t columns, float step) {
    auto values = make_input<float>(2 * columns, 2);
    for (std::int64_t i = 0; i < 2 * columns; ++i) {
      values[i] += step * static_cast<float>(i % columns) / static_cast<float>(columns);
    }
    return check(lesson05::softmax_long<float>, {2, columns}, values);
  }
};

TEST_F(SoftmaxLong, OneBlock) {
  check_all(lesson05::softmax_long<float>, {{2, 5}, {3, 1000}, {2, 4096}, {0, 5}});
}

TEST_F(SoftmaxLong, RisingRows) {
  check_rising(9000, 12.0f);
}

TEST_F(SoftmaxLong, FallingRows) {
  check_rising(9000, -12.0f);
}

TEST_F(SoftmaxLong, Widths) {
  check_all(lesson05::softmax_long<float>,
            {{3, 4097}, {2, 8192}, {5, 12289}, {2, 16385}, {2, 50000}, {1, 65536}, {1, 1000003}});
}

TEST_F(SoftmaxLong, PaddedAndUnalignedRows) {
  check_all(lesson05::softmax_long<float>, {{3, 9000, 9024, 9003}, {3, 8192, 0, 0, 1}});
}

TEST_F(SoftmaxLong, ExtremeValues) {
  // 13,000 columns are four blocks: in row 6 three of them hold nothing but -inf.
  check(lesson05::softmax_long<float>, {7, 13000}, extreme_rows(13000));
}

TEST_F(SoftmaxLong, SixteenBits) {
  check_all(lesson05::softmax_long<float16_t>, {{2, 5}, {2, 12288}, {1, 20001}});
  check_all(lesson05::softmax_long<bfloat16_t>, {{2, 5}, {2, 12288}, {1, 20001}});
}

TEST_F(SoftmaxLong, LongerThanTheLongestTile) {
  check_all(lesson05::softmax_long<float>, {{3, lesson05::kLongestTile + 1}, {2, 40000}});
}

}  // namespace
