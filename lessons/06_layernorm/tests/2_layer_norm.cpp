// Tests of lesson 06, task 2: rows that one tile holds, in three types; values far from 0.
#include "tests/layer_norm_cases.hpp"

namespace lesson06 {
namespace {

const auto kRows = rows_of_at_most(kLongestRow, rows_of_every_width);
const auto kRowsOf16Bits = rows_of_at_most(kLongestRow, rows_of_16_bits);
const auto kAnyRows = rows_up_to(100, kLongestRow);

const tests<matrix_case> layer_norm_tests = {
    "LayerNorm",
    {
        {"TwoRowsOfFive", check_layer_norm<layer_norm<float>>, {{2, 5}}},
        {"Shapes", check_layer_norm<layer_norm<float>>, kRows},
        {"PaddedAndUnalignedRows", check_layer_norm<layer_norm<float>>, strided_and_unaligned_rows},
        {"BFloat16", check_layer_norm<layer_norm<bfloat16_t>>, kRowsOf16Bits},
        {"AnyShape", check_layer_norm<layer_norm<float>>, kAnyRows},
        {"AnyShape", check_layer_norm<layer_norm<float16_t>>, kAnyRows},
        {"AnyShape", check_layer_norm<layer_norm<bfloat16_t>>, kAnyRows},
    },
};

using LayerNorm = lesson_test;

TEST_F(LayerNorm, FarFromZero) {
  check_values(layer_norm<float>, {3, 1000}, {kTenThousand, kFarAway, kFarAway});
}

TEST_F(LayerNorm, EqualValues) {
  check_values(layer_norm<float>, {3, 1000}, {.range = {3, 3}, .eps = 0.01f});
}

TEST_F(LayerNorm, Float16) {
  check_until_failure(kRowsOf16Bits(), check_layer_norm<layer_norm<float16_t>>);
  // Squares past 65,504, the largest float16: the statistics are float32.
  check_values(layer_norm<float16_t>, {3, 1000},
               {.range = {-500, 900}, .statistics_limit = {1e-3, 1e-5}});
}

}  // namespace
}  // namespace lesson06
