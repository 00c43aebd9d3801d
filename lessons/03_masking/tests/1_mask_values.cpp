// Tests of lesson 03, task 1.
#include "masking_test.hpp"

namespace lesson03 {
namespace {

struct mask_case {
  int n;
  std::int64_t blocks;
};

bool check_mask_values(const mask_case& c) {
  const std::int64_t size = c.blocks * kSmallBlock;
  return check_entry("n = " + std::to_string(c.n), mask_values, c.n,
                     out(
                         {size}, [&](std::int64_t i) { return i < c.n ? 1 : 0; }, kExact));
}

mask_case any_mask(size_draw& d) {
  const std::int64_t blocks = d.length(0, 20);
  return {static_cast<int>(d.below(blocks * kSmallBlock + 1)), blocks};
}

const std::vector<mask_case> kLengths = {{0, 2},   {1, 2},   {255, 2}, {256, 2},
                                         {257, 2}, {511, 2}, {512, 2}};

const tests<mask_case> mask_values_tests = {
    "MaskValues",
    {
        {"OneThousandInFourBlocks", check_mask_values, {{1000, 4}}},
        {"Sizes", check_mask_values, kLengths},
        {"AnyShape", check_mask_values, any_mask},
    },
};

}  // namespace
}  // namespace lesson03
