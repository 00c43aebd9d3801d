// Tests of lesson 08, task 5: heads of q that share a head of k and v, in bfloat16.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

void attend_in_groups(const arrays<kw::bfloat16_t>& a) {
  grouped_attention(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view());
}

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
        {"TwoQueriesAKey", check_output<attend_in_groups>, {{33, 64, false, 1, 4, 2}}},
        {"Groups", check_output<attend_in_groups>, shared_heads(false)},
        {"OneHead", check_output<attend_in_groups>, {{64, 64}}},
        {"Lengths", check_output<attend_in_groups>, lengths_of_two_heads},
        {"HeadSizes",
         check_output<attend_in_groups>,
         {{129, 128, false, 1, 2, 1}, {200, 128, false, 1, 2, 2}}},
        {"RefusesOtherHeadSizes", refuses<attend_in_groups>, {{10, 48}}},
        {"NoRows", check_output<attend_in_groups>, {{0, 64, false, 1, 4, 2}}},
        {"LargeScores", check_output<attend_in_groups>, {{100, 64, false, 1, 2, 2, 28}}},
        {"SameBitsTwentyTimes", same_bits<attend_in_groups>, {kTwoHeads}},
        {"StoresNoScores", stores_no_scores<attend_in_groups>, {{1024, 64}}},
        {"AnyShape", check_output<attend_in_groups>, any_groups},
    },
};

}  // namespace
}  // namespace lesson08
