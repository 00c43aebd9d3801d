// Tests of lesson 04, task 4.
#include "row_test.hpp"

namespace lesson04 {
namespace {

class RowMean : public row_test {};

TEST_F(RowMean, OneBlock) {
  check_sum(row_mean, {4, 1024}, true);
}

TEST_F(RowMean, Shapes) {
  check_until_failure(kShapes, [&](const matrix_case& c) { return check_sum(row_mean, c, true); });
}

TEST_F(RowMean, PaddedRows) {
  check_until_failure(kPaddedRows,
                      [&](const matrix_case& c) { return check_sum(row_mean, c, true); });
}

}  // namespace
}  // namespace lesson04
