// Tests of lesson 04, task 4.
#include "row_test.hpp"

namespace lesson04 {
namespace {

bool check_row_mean(const matrix_case& c) {
  return check_sum_of(row_mean, c, true);
}

const tests<matrix_case> row_mean_tests = {
    "RowMean",
    {
        {"OneBlock", check_row_mean, {{4, 1024}}},
        {"Shapes", check_row_mean, kShapes},
        {"PaddedRows", check_row_mean, kPaddedRows},
        {"AnyShape", check_row_mean, rows_up_to(300, 5000)},
    },
};

}  // namespace
}  // namespace lesson04
