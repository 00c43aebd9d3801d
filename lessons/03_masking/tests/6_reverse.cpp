// Tests of lesson 03, task 6: lengths that do not divide, and starts that are not aligned.
#include "masking_test.hpp"

namespace lesson03 {
namespace {

bool check_reverse(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  const auto want = [&](std::int64_t i) { return x[c.n - 1 - i]; };
  return check_entry(shape(c), reverse, in(c, x), out(c, want, kExact));
}

const tests<vector_case> reverse_tests = {
    "Reverse",
    {
        {"Ten", check_reverse, {{10}}},
        {"Sizes", check_reverse, lengths_around(kBlockSize)},
        {"UnalignedBase", check_reverse, kUnaligned},
        {"Large", check_reverse, kLarge},
        {"AnyShape", check_reverse, lengths_up_to(40000)},
    },
};

}  // namespace
}  // namespace lesson03
