// Tests of lesson 03, task 4.
#include "masking_test.hpp"

namespace lesson03 {
namespace {

bool check_masked_add_2d(const cut_tiles& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto y = make_input<float>(c.rows * c.columns, 2);
  const auto sum = [&](std::int64_t row, std::int64_t column) {
    return double{x[row * c.columns + column]} + y[row * c.columns + column];
  };
  return check_entry(shape(c), masked_add_2d,
                     in({c.rows, c.columns}, x, {.row_stride = c.x_stride}),
                     in({c.rows, c.columns}, y, {.row_stride = c.y_stride}),
                     out({c.rows, c.columns}, sum, kRoundedOnce, {.row_stride = c.out_stride}));
}

const tests<cut_tiles> masked_add_2d_tests = {
    "MaskedAdd2d",
    {
        {"TwentyByOneHundred", check_masked_add_2d, {{20, 100}}},
        {"Shapes", check_masked_add_2d, kShapes},
        {"PaddedRows", check_masked_add_2d, {{37, 211, 256, 256, 256}, {20, 100, 100, 101, 107}}},
        {"AnyShape", check_masked_add_2d, any_cut_tiles},
    },
};

}  // namespace
}  // namespace lesson03
