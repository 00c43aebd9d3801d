// Tests of lesson 01, task 3.
#include "vector_test.hpp"

namespace lesson01 {
namespace {

bool check_vector_add(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1), y = make_input<float>(c.n, 2);
  const auto sum = [&](std::int64_t i) { return double{x[i]} + y[i]; };
  return check_entry(shape(c), vector_add, in(c, x), in(c, y), out(c, sum, kRoundedOnce));
}

std::vector<vector_case> unaligned_blocks() {
  return {{drawn_size(4, 9) * kBlockSize, 1, 1}};
}

const tests<vector_case> vector_add_tests = {
    "VectorAdd",
    {
        {"TwoBlocks", check_vector_add, {{2 * kBlockSize}}},
        {"Sizes", check_vector_add, whole_blocks<kBlockSize>},
        {"UnalignedBase", check_vector_add, unaligned_blocks},
        {"ManyBlocks", check_vector_add, many_blocks},
        {"AnyShape", check_vector_add, any_blocks<kBlockSize, 40>},
    },
};

}  // namespace
}  // namespace lesson01
