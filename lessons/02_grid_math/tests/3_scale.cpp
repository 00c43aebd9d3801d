// Tests of lesson 02, task 3.
#include "whole_tiles.hpp"

namespace lesson02 {
namespace {

bool check_scale(const matrix_case& c) {
  constexpr float kFactor = -1.7f;
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return double{x[row * c.columns + column]} * kFactor;
  };
  return check_entry(shape(c), scale, in(c, x), kFactor, out(c, want, kRoundedOnce));
}

const tests<matrix_case> scale_tests = {
    "Scale",
    {
        {"EightByFour", check_scale, {{512, 256}}},
        {"Shapes", check_scale, kShapes},
        {"PaddedRows", check_scale, {{192, 128, 144, 144}}},
        {"DifferentStrides", check_scale, {{128, 192, 192, 257}}},
        {"AnyShape", check_scale, any_tiles},
    },
};

}  // namespace
}  // namespace lesson02
