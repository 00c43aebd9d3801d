// Tests of lesson 06, task 2: rows that one tile holds, in three types; values far from 0.
#include "layernorm.hpp"

#include <kernelwright/testing/testing.hpp>

#include "tests/layer_norm_cases.hpp"

namespace {

using kw::bfloat16_t;
using kw::float16_t;
using kw::testing::rows_of_16_bits;
using kw::testing::rows_of_every_width;
using kw::testing::strided_and_unaligned_rows;
using namespace lesson06::tests;

class LayerNorm : public layer_norm_test {};

TEST_F(LayerNorm, TwoRowsOfFive) {
  check(lesson06::layer_norm<float>, {2, 5});
}

TEST_F(LayerNorm, Shapes) {
  check_all(lesson06::layer_norm<float>,
            rows_of_at_most(lesson06::kLongestRow, rows_of_every_width()));
}

TEST_F(LayerNorm, PaddedAndUnalignedRows) {
  check_all(lesson06::layer_norm<float>, strided_and_unaligned_rows());
}

TEST_F(LayerNorm, FarFromZero) {
  check(lesson06::layer_norm<float>, {3, 1000}, kTenThousand, kFarAway, kFarAway);
}

TEST_F(LayerNorm, EqualValues) {
  check(lesson06::layer_norm<float>, {3, 1000}, {3, 3}, limit<float>(), kStatistics, 0.01f);
}

TEST_F(LayerNorm, Float16) {
  check_all(lesson06::layer_norm<float16_t>,
            rows_of_at_most(lesson06::kLongestRow, rows_of_16_bits()));
  // Squares past 65,504, the largest float16: the statistics are float32.
  check(lesson06::layer_norm<float16_t>, {3, 1000}, {-500, 900}, limit<float16_t>(), {1e-3, 1e-5});
}

TEST_F(LayerNorm, BFloat16) {
  check_all(lesson06::layer_norm<bfloat16_t>,
            rows_of_at_most(lesson06::kLongestRow, rows_of_16_bits()));
}

}  // namespace
