// Tests of lesson 04, task 1.
#include "row_test.hpp"

namespace lesson04 {
namespace {

bool check_short_sum(const matrix_case& c) {
  return check_sum_of(short_row_sum, c, false);
}

const std::vector<matrix_case> kShortRows = {{1, 1},  {63, 63}, {65, 64}, {211, 37},
                                             {1, 64}, {0, 5},   {3, 0},   {70, 33, 64, 0, 1}};

const tests<matrix_case> short_row_sum_tests = {
    "ShortRowSum",
    {
        {"FourRows", check_short_sum, {{4, 6}}},
        {"WholeTile", check_short_sum, {{64, 64}}},
        {"Shapes", check_short_sum, kShortRows},
        {"AnyShape", check_short_sum, rows_up_to(300, kShortRow)},
    },
};

}  // namespace
}  // namespace lesson04
