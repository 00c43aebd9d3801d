// Tests of lesson 06, task 3: rows in one block and in many, whose means differ.
#include "layernorm.hpp"

#include <cstdint>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "tests/layer_norm_cases.hpp"

namespace {

using kw::bfloat16_t;
using kw::float16_t;
using kw::testing::check_close;
using kw::testing::make_input;
using kw::testing::rows_of_16_bits;
using kw::testing::rows_of_every_width;
using kw::testing::to_doubles;
using namespace lesson06::tests;
namespace reference = lesson06::reference;

class LayerNormLong : public layer_norm_test {};

TEST_F(LayerNormLong, OneBlock) {
  check_all(lesson06::layer_norm_long<float>, {{3, 1000}, {2, 4096}, {1, 1}, {0, 5}});
}

TEST_F(LayerNormLong, Widths) {
  check_all(lesson06::layer_norm_long<float>,
            {{3, 4097}, {2, 8192}, {5, 12289}, {2, 16385}, {2, 50000}, {1, 65536}});
}

TEST_F(LayerNormLong, RowsThatDrift) {
  // Blocks whose means differ far more than the values within a block.
  const std::int64_t columns = 10000;
  auto values = make_input<float>(columns, 1);
  for (std::int64_t c = 0; c < columns; ++c) {
    values[c] += static_cast<float>(c / 1000) * 20.0f;
  }
  const kw::buffer<float, 2> x(device(), {1, columns}, values);
  const kw::buffer<float> weight(device(), {columns}, std::vector<float>(columns, 1.0f));
  const kw::buffer<float> bias(device(), {columns}, std::vector<float>(columns, 0.0f));
  const kw::buffer<float, 2> y(device(), {1, columns});
  const kw::buffer<float> mean(device(), {1}), rstd(device(), {1});
  lesson06::layer_norm_long(x.cview(), weight.cview(), bias.cview(), y.view(), mean.view(),
                            rstd.view(), kEps);
  const auto want = reference::statistics(to_doubles(values), columns, kEps);
  check_close(mean, want.mean, {1e-4, 1e-5, "float32 sums of values up to 200"}, "mean");
  check_close(rstd, want.rstd, {1e-7, 1e-5, "float32 sums"}, "rstd");
}

TEST_F(LayerNormLong, FarFromZero) {
  check(lesson06::layer_norm_long<float>, {2, 12288}, kTenThousand, kFarAway, kFarAway);
  check(lesson06::layer_norm_long<float>, {2, 20000}, kTenThousand, kFarAway, kFarAway);
}

TEST_F(LayerNormLong, PaddedAndUnalignedRows) {
  check_all(lesson06::layer_norm_long<float>, {{3, 9000, 9024, 9003}, {3, 8192, 0, 0, 1}});
}

TEST_F(LayerNormLong, SixteenBits) {
  check_all(lesson06::layer_norm_long<float16_t>, {{2, 5}, {2, 12288}, {1, 20001}});
  check_all(lesson06::layer_norm_long<bfloat16_t>, {{2, 5}, {2, 12288}, {1, 20001}});
  check_all(lesson06::layer_norm_long<float16_t>, rows_longer_than_a_tile(rows_of_16_bits()));
  check_all(lesson06::layer_norm_long<bfloat16_t>, rows_longer_than_a_tile(rows_of_16_bits()));
}

TEST_F(LayerNormLong, RowsLongerThanATile) {
  check_all(lesson06::layer_norm_long<float>, rows_longer_than_a_tile(rows_of_every_width()));
  check_all(lesson06::layer_norm_long<float>, {{3, 16385}, {2, 40000}});
}

}  // namespace
