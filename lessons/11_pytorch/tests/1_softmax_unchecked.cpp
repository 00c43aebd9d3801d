// Tests of elective 11, task 1: views over the caller's memory.
#include "softmax_rows.hpp"

namespace lesson11 {
namespace {

bool run(place where, c_array x, c_array y) {
  kw_softmax_unchecked(where, x, y);
  return true;
}

template <class T>
bool check_unchecked(const matrix_case& c) {
  return softmax_rows::check<T>(run, c);
}

const std::vector<matrix_case> kShapes = {{1, 1},    {37, 781},  {4, 1023}, {4, 1024},
                                          {4, 1025}, {2, 16384}, {300, 5}};

const tests<matrix_case, softmax_rows> softmax_unchecked_tests = {
    "SoftmaxUnchecked",
    {
        {"TwoRowsOfFive", check_unchecked<float>, {{2, 5}}},
        {"NoRows", check_unchecked<float>, {{0, 7}}},
        {"Shapes", check_unchecked<float>, kShapes},
        {"PaddedRows",
         check_unchecked<float>,
         {{7, 781, 1024, 800}, {5, 1024, 0, 1100, 1}, {3, 100, 128, 0, 3}}},
        {"SixteenBits", check_unchecked<float16_t>, {{2, 5}, {37, 781, 800}, {4, 1024}}},
        {"SixteenBits", check_unchecked<bfloat16_t>, {{2, 5}, {37, 781, 0, 790}, {4, 1024}}},
        {"AnyShape", check_unchecked<float>, rows_up_to(100, kLongestSoftmaxTile)},
    },
};

using SoftmaxUnchecked = softmax_rows;

TEST_F(SoftmaxUnchecked, CopiesNothing) {
  check_memory(run);
}

}  // namespace
}  // namespace lesson11
