// Tests of lesson 03, task 2: lengths that do not divide, and starts that are not aligned.
#include "masking_test.hpp"

namespace lesson03 {
namespace {

struct sum_case {
  std::int64_t n;
  int x_offset = 0, y_offset = 0, out_offset = 0;
};

bool check_masked_add(const sum_case& c) {
  const auto x = make_input<float>(c.n, 1), y = make_input<float>(c.n, 2);
  const auto sum = [&](std::int64_t i) { return double{x[i]} + y[i]; };
  return check_entry(shape(vector_case{c.n}), masked_add,
                     in({c.n}, x, {.element_offset = c.x_offset}),
                     in({c.n}, y, {.element_offset = c.y_offset}),
                     out({c.n}, sum, kRoundedOnce, {.element_offset = c.out_offset}));
}
bool check_aligned(const vector_case& c) {
  return check_masked_add({c.n});
}

sum_case any_sum(size_draw& d) {
  const auto offset = [&] { return static_cast<int>(d.below(3)); };
  return {d.length(0, 40000), offset(), offset(), offset()};
}

const std::vector<sum_case> kUnalignedSums = {{1, 1, 1, 1},    {1, 1, 2, 3},    {1023, 1, 1, 1},
                                              {1023, 1, 2, 3}, {1025, 1, 1, 1}, {1025, 1, 2, 3},
                                              {5000, 1, 1, 1}, {5000, 1, 2, 3}};

const tests<vector_case> masked_add_tests = {
    "MaskedAdd",
    {
        {"OneThousand", check_aligned, {{1000}}},
        {"Sizes", check_aligned, lengths_around(kBlockSize)},
        {"Large", check_aligned, kLarge},
    },
};
const tests<sum_case> unaligned_sum_tests = {
    "MaskedAdd",
    {
        {"UnalignedBase", check_masked_add, kUnalignedSums},
        {"AnyShape", check_masked_add, any_sum},
    },
};

}  // namespace
}  // namespace lesson03
