// Tests of lesson 04, task 2: rows of every length, of three element types.
#include "row_test.hpp"

namespace lesson04 {
namespace {

template <class T>
bool check_row_sum(const matrix_case& c) {
  return check_sum_of<T>(row_sum, c, false);
}

const tests<matrix_case> row_sum_tests = {
    "RowSum",
    {
        {"OneBlock", check_row_sum<float>, {{4, 1000}, {3, 1}}},
        {"LongRows", check_row_sum<float>, {{3, 5000}}},
        {"Shapes", check_row_sum<float>, kShapes},
        {"Shapes", check_row_sum<float>, {{3, 0}}},
        {"PaddedRows", check_row_sum<float>, kPaddedRows},
        {"Float16", check_row_sum<kw::float16_t>, kShapes},
        {"Float16", check_row_sum<kw::float16_t>, kPaddedRows},
        {"Bfloat16", check_row_sum<kw::bfloat16_t>, kShapes},
        {"Bfloat16", check_row_sum<kw::bfloat16_t>, kPaddedRows},
        {"AnyShape", check_row_sum<float>, rows_up_to(300, 5000)},
        {"AnyShape", check_row_sum<kw::float16_t>, rows_up_to(300, 5000)},
        {"AnyShape", check_row_sum<kw::bfloat16_t>, rows_up_to(300, 5000)},
    },
};

}  // namespace
}  // namespace lesson04
