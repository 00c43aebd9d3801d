// Tests of lesson 05, task 2: rows of every length, in three types, with the values that break a
// softmax.
#include "softmax.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "softmax_cases.hpp"

using namespace lesson05;

namespace {

using kw::testing::rows_of_16_bits;
using kw::testing::rows_of_every_width;
using kw::testing::strided_and_unaligned_rows;

class Softmax : public softmax_test {};

TEST_F(Softmax, TwoRowsOfFive) {
  check(lesson05::softmax<float>, {2, 5});
}

TEST_F(Softmax, Shapes) {
  check_all(lesson05::softmax<float>, rows_of_every_width());
}

TEST_F(Softmax, PaddedAndUnalignedRows) {
  check_all(lesson05::softmax<float>, strided_and_unaligned_rows());
}

TEST_F(Softmax, ExtremeValues) {
  for (const std::int64_t columns : {1, 50, 1024, 3000}) {
    if (!check(lesson05::softmax<float>, {7, columns}, extreme_rows(columns))) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Softmax, NothingButMinusInfinity) {
  std::vector<float> values(200, kMinusInfinity);
  std::fill(values.begin(), values.begin() + 100, 2.0f);
  const kw::buffer<float, 2> x(device(), {2, 100}, values);
  const kw::buffer<float, 2> out(device(), {2, 100});
  lesson05::softmax(x.cview(), out.view());
  EXPECT_NEAR(out.download()[42], 0.01f, 1e-6f) << "the row above has 100 equal numbers";
  const float got = out.download()[142];
  const auto poison = kw::runtime::poison_value<float>();  // also a NaN, but with other bits
  EXPECT_TRUE(std::isnan(got) && std::memcmp(&got, &poison, sizeof got) != 0)
      << "a row of -inf alone has no softmax: its result is NaN, and it is stored";
}

TEST_F(Softmax, Float16) {
  check_all(lesson05::softmax<float16_t>, rows_of_16_bits());
}

TEST_F(Softmax, BFloat16) {
  check_all(lesson05::softmax<bfloat16_t>, rows_of_16_bits());
}

}  // namespace
