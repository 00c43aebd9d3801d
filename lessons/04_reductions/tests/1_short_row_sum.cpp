// Tests of lesson 04, task 1.
#include "row_test.hpp"

namespace lesson04 {
namespace {

class ShortRowSum : public row_test {};

TEST_F(ShortRowSum, FourRows) {
  check_sum(short_row_sum, {4, 6});
}

TEST_F(ShortRowSum, WholeTile) {
  check_sum(short_row_sum, {64, 64});
}

TEST_F(ShortRowSum, Shapes) {
  check_until_failure(
      std::vector<matrix_case>{
          {1, 1}, {63, 63}, {65, 64}, {211, 37}, {1, 64}, {0, 5}, {3, 0}, {70, 33, 64, 1}},
      [&](const matrix_case& c) { return check_sum(short_row_sum, c); });
}

}  // namespace
}  // namespace lesson04
