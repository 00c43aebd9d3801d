// Tests of lesson 05, task 2: rows of every length, in three types, with the values that break a
// softmax.
#include <cstring>

#include "softmax_cases.hpp"

namespace lesson05 {
namespace {

const tests<matrix_case> softmax_tests = {
    "Softmax",
    {
        {"TwoRowsOfFive", check_softmax<softmax<float>>, {{2, 5}}},
        {"Shapes", check_softmax<softmax<float>>, rows_of_every_width},
        {"PaddedAndUnalignedRows", check_softmax<softmax<float>>, strided_and_unaligned_rows},
        {"ExtremeValues", check_extremes<softmax<float>>, {{7, 1}, {7, 50}, {7, 1024}, {7, 3000}}},
        {"Float16", check_softmax<softmax<float16_t>>, rows_of_16_bits},
        {"BFloat16", check_softmax<softmax<bfloat16_t>>, rows_of_16_bits},
        {"AnyShape", check_softmax<softmax<float>>, rows_up_to(100, kLongestTile)},
        {"AnyShape", check_softmax<softmax<float16_t>>, rows_up_to(100, kLongestTile)},
        {"AnyShape", check_softmax<softmax<bfloat16_t>>, rows_up_to(100, kLongestTile)},
    },
};

using Softmax = lesson_test;

TEST_F(Softmax, NothingButMinusInfinity) {
  std::vector<float> values(200, kMinusInfinity);
  std::fill(values.begin(), values.begin() + 100, 2.0f);
  const kw::buffer<float, 2> x(device(), {2, 100}, values);
  const kw::buffer<float, 2> out(device(), {2, 100});
  softmax(x.cview(), out.view());
  EXPECT_NEAR(out.download()[42], 0.01f, 1e-6f) << "the row above has 100 equal numbers";
  const float got = out.download()[142];
  const auto poison = kw::runtime::poison_value<float>();  // also a NaN, but with other bits
  EXPECT_TRUE(std::isnan(got) && std::memcmp(&got, &poison, sizeof got) != 0)
      << "a row of -inf alone has no softmax: its result is NaN, and it is stored";
}

}  // namespace
}  // namespace lesson05
