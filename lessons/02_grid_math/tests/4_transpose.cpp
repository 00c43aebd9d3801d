// Tests of lesson 02, task 4.
#include "whole_tiles.hpp"

namespace lesson02 {
namespace {

bool check_transpose(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto turned = [&](std::int64_t column, std::int64_t row) {
    return x[row * c.columns + column];
  };
  return check_entry(shape(c), transpose, in(c, x),
                     out({c.columns, c.rows}, turned, kExact, c.out()));
}

const tests<matrix_case> transpose_tests = {
    "Transpose",
    {
        {"EightByFour", check_transpose, {{512, 256}}},
        {"Shapes", check_transpose, kShapes},
        {"PaddedRows", check_transpose, {{192, 128, 131, 200}}},
        {"AnyShape", check_transpose, any_turned_tiles},
    },
};

}  // namespace
}  // namespace lesson02
