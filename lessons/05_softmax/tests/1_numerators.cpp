// Tests of lesson 05, task 1: exponentials that must not overflow.
#include "softmax_cases.hpp"

namespace lesson05 {
namespace {

template <int LOW, int HIGH>
bool check_numerators(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1, {LOW, HIGH});
  return check_entry(shape(c), numerators, in(c, x),
                     out(c, of_each_row(c, x, reference::numerators), limit<float>()));
}

const tests<matrix_case> numerators_tests = {
    "Numerators",
    {
        {"TwoRowsOfFive", check_numerators<-2, 3>, {{2, 5}}},
        {"BelowZero", check_numerators<-9, -4>, {{3, 1000}}},    // 0 would win the maximum
        {"LargeValues", check_numerators<90, 120>, {{3, 100}}},  // exp overflows at 88.7
        {"Widths",
         check_numerators<-3, 3>,
         {{3, 1}, {3, 2}, {3, 31}, {3, 128}, {3, 1023}, {3, 1024}}},
        {"AnyShape", check_numerators<-3, 3>, rows_up_to(100, 1024)},
    },
};

}  // namespace
}  // namespace lesson05
