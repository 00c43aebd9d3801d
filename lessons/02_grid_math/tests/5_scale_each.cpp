// Tests of lesson 02, task 5: every number of matrices, each with a different factor.
#include "whole_tiles.hpp"

namespace lesson02 {
namespace {

struct batch {
  std::int64_t matrices, rows, columns;
};

bool check_scale_each(const batch& c) {
  const auto x = make_input<float>(c.matrices * c.rows * c.columns, 1);
  const auto factors = make_input<float>(c.matrices, 2, {1.0, 3.0});
  const auto want = [&](std::int64_t matrix, std::int64_t row, std::int64_t column) {
    return double{x[(matrix * c.rows + row) * c.columns + column]} * factors[matrix];
  };
  return check_entry(
      std::to_string(c.matrices) + " matrices of " + shape(matrix_case{c.rows, c.columns}),
      scale_each, in({c.matrices, c.rows, c.columns}, x), in({c.matrices}, factors),
      out({c.matrices, c.rows, c.columns}, want, kRoundedOnce));
}

batch any_batch(size_draw& d) {
  const matrix_case each = any_tiles(d);
  return {d.length(0, 5), each.rows, each.columns};
}

const std::vector<batch> kBatches = {{1, 64, 64},  {3, 64, 192}, {5, 128, 64}, {7, 192, 128},
                                     {0, 64, 128}, {3, 0, 64},   {40, 64, 64}};

const tests<batch> scale_each_tests = {
    "ScaleEach",
    {
        {"TwoMatrices", check_scale_each, {{2, 64, 64}}},
        {"Shapes", check_scale_each, kBatches},
        {"AnyShape", check_scale_each, any_batch},
    },
};

}  // namespace
}  // namespace lesson02
