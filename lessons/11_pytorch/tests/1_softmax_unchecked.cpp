// Tests of elective 11, task 1: views over the caller's memory.
#include "softmax_rows.hpp"

namespace lesson11 {
namespace {

result unchecked(place where, c_array x, c_array y) {
  kw_softmax_unchecked(where, x, y);
  return {outcome::done, ""};
}
constexpr auto kUnchecked = check_softmax<unchecked, float>;

const std::vector<matrix_case> kShapes = {{1, 1},    {37, 781},  {4, 1023}, {4, 1024},
                                          {4, 1025}, {2, 16384}, {300, 5}};

const tests<matrix_case> softmax_unchecked_tests = {
    "SoftmaxUnchecked",
    {
        {"TwoRowsOfFive", kUnchecked, {{2, 5}}},
        {"NoRows", kUnchecked, {{0, 7}}},
        {"Shapes", kUnchecked, kShapes},
        {"PaddedRows",
         kUnchecked,
         {{7, 781, 1024, 800}, {5, 1024, 0, 1100, 1}, {3, 100, 128, 0, 3}}},
        {"SixteenBits", check_softmax<unchecked, float16_t>, {{2, 5}, {37, 781, 800}, {4, 1024}}},
        {"SixteenBits",
         check_softmax<unchecked, bfloat16_t>,
         {{2, 5}, {37, 781, 0, 790}, {4, 1024}}},
        {"CopiesNothing", copies_nothing<unchecked>, {{512, 1024, 1100}}},
        {"AnyShape", kUnchecked, rows_up_to(100, kLongestSoftmaxTile)},
    },
};

}  // namespace
}  // namespace lesson11
