// Tests of lesson 08, task 5: heads of q that share a head of k and v, in bfloat16.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

constexpr auto kGrouped = check_output<grouped_attention>;

std::vector<attention_case> lengths_of_two_heads() {
  std::vector<attention_case> cases = lengths(64, false);
  for (attention_case& c : cases) {
    c.heads = 2;
    c.kv_heads = 2;
  }
  return cases;
}

attention_case any_groups(size_draw& d) {
  attention_case c = any_heads(d);
  c.causal = false;
  return c;
}

const tests<attention_case> grouped_heads_tests = {
    "GroupedHeads",
    {
        {"TwoQueriesAKey", kGrouped, {{33, 64, false, 1, 4, 2}}},
        {"Groups", kGrouped, shared_heads(false)},
        {"OneHead", kGrouped, {{64, 64}}},
        {"Lengths", kGrouped, lengths_of_two_heads},
        {"HeadSizes", kGrouped, {{129, 128, false, 1, 2, 1}, {200, 128, false, 1, 2, 2}}},
        {"RefusesOtherHeadSizes", refuses<kGrouped>, {{10, 48}}},
        {"NoRows", kGrouped, {{0, 64, false, 1, 4, 2}}},
        {"LargeScores", kGrouped, {{100, 64, false, 1, 2, 2, 28}}},
        {"SameBitsTwentyTimes", check_output<grouped_attention, 20>, {{200, 64, false, 1, 2, 2}}},
        {"StoresNoScores", check_output<without_scores<grouped_attention>::call>, {{1024, 64}}},
        {"AnyShape", kGrouped, any_groups},
    },
};

}  // namespace
}  // namespace lesson08
