// Tests of lesson 01, task 1.
#include "vector_test.hpp"

namespace lesson01 {
namespace {

bool check_program_ids(const vector_case& c) {
  const auto owner = [](std::int64_t i) { return i / kSmallBlock; };
  return check_entry(shape(c), program_ids, out(c, owner, kExact));
}

const tests<vector_case> program_ids_tests = {
    "ProgramIds",
    {
        {"FourBlocks", check_program_ids, drawn_blocks<kSmallBlock, 4, 9>},
        {"Sizes", check_program_ids, whole_blocks<kSmallBlock>},
        {"AnyShape", check_program_ids, any_blocks<kSmallBlock, 200>},
    },
};

}  // namespace
}  // namespace lesson01
