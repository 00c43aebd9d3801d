// Tests of lesson 03, task 3.
#include "masking_test.hpp"

namespace lesson03 {
namespace {

bool check_difference(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  const auto want = [&](std::int64_t i) { return double{x[i]} - (i > 0 ? x[i - 1] : 0.0f); };
  return check_entry(shape(c), difference, in(c, x), out(c, want, kRoundedOnce));
}

const tests<vector_case> difference_tests = {
    "Difference",
    {
        {"Ten", check_difference, {{10}}},
        {"Sizes", check_difference, lengths_around(kBlockSize)},
        {"UnalignedBase", check_difference, {{5000, 3}}},
        {"AnyShape", check_difference, lengths_up_to(40000)},
    },
};

}  // namespace
}  // namespace lesson03
