// Tests of lesson 08, task 1: one tile, whole or not, and scores that overflow a naive softmax.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

bool check_block(const attention_case& c) {
  const attention_inputs<float16_t> x(c);
  const auto want = x.expected();
  return check_entry(shape(c), attention_block, in({c.n, c.d}, x.q), in({c.n, c.d}, x.k),
                     in({c.n, c.d}, x.v), out({c.n, c.d}, want.o, limit_of<float16_t>(want)));
}

attention_case any_block(size_draw& d) {
  return {d.length(0, 64), kBlockHead};
}

const tests<attention_case> attention_block_tests = {
    "AttentionBlock",
    {
        {"WholeTile", check_block, {{64, kBlockHead}}},
        {"ShorterThanATile",
         check_block,
         {{63, kBlockHead}, {17, kBlockHead}, {1, kBlockHead}, {0, kBlockHead}}},
        {"LargeScores", check_block, {{50, kBlockHead, false, 1, 1, 1, 28}}},
        {"AnyShape", check_block, any_block},
    },
};

}  // namespace
}  // namespace lesson08
