// Tests of lesson 08, task 2: lengths with every kind of edge, scores that overflow a naive
// softmax, and the memory that a call uses.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

void attend_all(const arrays<float16_t>& a) {
  attention<float16_t>(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view());
}

const tests<attention_case> attention_tests = {
    "Attention",
    {
        {"OneStep", check_output<attend_all>, {{64, 64}}},
        {"Lengths", check_output<attend_all>, lengths(64, false)},
        {"HeadSizes", check_output<attend_all>, head_sizes(false)},
        {"RefusesOtherHeadSizes",
         refuses<attend_all>,
         {{10, 16}, {10, 32}, {10, 48}, {10, 96}, {10, 256}}},
        {"BatchAndHeads", check_output<attend_all>, batches_and_heads(false)},
        {"LargeScores", check_output<attend_all>, large_scores(false)},
        {"SameBitsTwentyTimes", same_bits<attend_all>, {kTwoHeads}},
        {"StoresNoScores", stores_no_scores<attend_all>, {{1024, 64}}},
        {"AnyShape", check_output<attend_all>, any_attention<false>},
    },
};

}  // namespace
}  // namespace lesson08
