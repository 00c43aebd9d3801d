// Tests of lesson 06, task 3: rows in one block and in many, whose means differ.
#include "tests/layer_norm_cases.hpp"

namespace lesson06 {
namespace {

constexpr auto kCheckFloat = check_layer_norm<layer_norm_long<float>>;
constexpr auto kCheckFloat16 = check_layer_norm<layer_norm_long<float16_t>>;
constexpr auto kCheckBFloat16 = check_layer_norm<layer_norm_long<bfloat16_t>>;

const std::vector<matrix_case> kWidths = {{3, 4097},  {2, 8192},  {5, 12289},
                                          {2, 16385}, {2, 50000}, {1, 65536}};
const std::vector<matrix_case> kWidthsOf16Bits = {
    {2, 5}, {2, 12288}, {1, 20000}, {1, 20001}, {2, 30000}};

const tests<matrix_case> layer_norm_long_tests = {
    "LayerNormLong",
    {
        {"OneBlock", kCheckFloat, {{3, 1000}, {2, 4096}, {1, 1}, {0, 5}}},
        {"Widths", kCheckFloat, kWidths},
        {"PaddedAndUnalignedRows", kCheckFloat, {{3, 9000, 9024, 9003}, {3, 8192, 0, 0, 1}}},
        {"SixteenBits", kCheckFloat16, kWidthsOf16Bits},
        {"SixteenBits", kCheckBFloat16, kWidthsOf16Bits},
        {"SixteenBits", kCheckFloat16, rows_longer_than_a_tile(rows_of_16_bits)},
        {"SixteenBits", kCheckBFloat16, rows_longer_than_a_tile(rows_of_16_bits)},
        {"RowsLongerThanATile", kCheckFloat, rows_longer_than_a_tile(rows_of_every_width)},
        {"RowsLongerThanATile", kCheckFloat, {{3, 16385}, {2, 40000}}},
        {"AnyShape", kCheckFloat, rows_up_to(100, 6000)},
        {"AnyShape", kCheckFloat16, rows_up_to(100, 6000)},
        {"AnyShape", kCheckBFloat16, rows_up_to(100, 6000)},
    },
};

using LayerNormLong = lesson_test;

TEST_F(LayerNormLong, RowsThatDrift) {
  // Blocks whose means differ far more than the values within a block.
  const std::int64_t columns = 10000;
  auto x = make_input<float>(columns, 1);
  for (std::int64_t c = 0; c < columns; ++c) {
    x[c] += static_cast<float>(c / 1000) * 20.0f;
  }
  const std::vector<float> weight(columns, 1.0f), bias(columns, 0.0f);
  const auto want = reference::statistics(to_doubles(x), columns, kEps);
  check_entry("10000 columns", layer_norm_long<float>, in({1, columns}, x), in({columns}, weight),
              in({columns}, bias), scratch({1, columns}),
              out({1}, want.mean, {1e-4, 1e-5, "float32 sums of values up to 200"}, {}, "mean, "),
              out({1}, want.rstd, {1e-7, 1e-5, "float32 sums"}, {}, "rstd, "), kEps);
}

TEST_F(LayerNormLong, FarFromZero) {
  for (const std::int64_t columns : {12288, 20000}) {
    check_values(layer_norm_long<float>, {2, columns}, {kTenThousand, kFarAway, kFarAway});
  }
}

}  // namespace
}  // namespace lesson06
