// Tests of lesson 08, task 4: rows that see the columns up to their own.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

void attend_back(const arrays<float16_t>& a) {
  causal_attention(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view());
}

const tests<attention_case> causal_attention_tests = {
    "CausalAttention",
    {
        {"OneStep", check_output<attend_back>, {{64, 64, true}}},
        {"Lengths", check_output<attend_back>, lengths(64, true)},
        {"HeadSizes", check_output<attend_back>, head_sizes(true)},
        {"RefusesOtherHeadSizes", refuses<attend_back>, {{10, 48, true}}},
        {"BatchAndHeads", check_output<attend_back>, batches_and_heads(true)},
        {"LargeScores", check_output<attend_back>, large_scores(true)},
        {"SameBitsTwentyTimes", same_bits<attend_back>, {kTwoHeads}},
        {"StoresNoScores", stores_no_scores<attend_back>, {{1024, 64}}},
        {"AnyShape", check_output<attend_back>, any_attention<true>},
    },
};

}  // namespace
}  // namespace lesson08
