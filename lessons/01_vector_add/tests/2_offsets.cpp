// Tests of lesson 01, task 2.
#include "vector_test.hpp"

namespace lesson01 {
namespace {

bool check_offsets(const vector_case& c) {
  return check_entry(shape(c), offsets,
                     out(
                         c, [](std::int64_t i) { return i; }, kExact));
}

const tests<vector_case> offsets_tests = {
    "Offsets",
    {
        {"FourBlocks", check_offsets, drawn_blocks<kSmallBlock, 4, 9>},
        {"Sizes", check_offsets, whole_blocks<kSmallBlock>},
        {"AnyShape", check_offsets, any_blocks<kSmallBlock, 200>},
    },
};

}  // namespace
}  // namespace lesson01
