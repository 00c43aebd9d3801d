// Tests of lesson 08, task 4: rows that see the columns up to their own.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

constexpr auto kCausal = check_output<causal_attention>;

const tests<attention_case> causal_attention_tests = {
    "CausalAttention",
    {
        {"OneStep", kCausal, {{64, 64, true}}},
        {"Lengths", kCausal, lengths(64, true)},
        {"HeadSizes", kCausal, head_sizes(true)},
        {"RefusesOtherHeadSizes", refuses<kCausal>, {{10, 48, true}}},
        {"BatchAndHeads", kCausal, batches_and_heads(true)},
        {"LargeScores", kCausal, large_scores(true)},
        {"SameBitsTwentyTimes", check_output<causal_attention, 20>, {{200, 64, true, 1, 2, 2}}},
        {"StoresNoScores",
         check_output<without_scores<causal_attention>::call>,
         {{1024, 64, true}}},
        {"AnyShape", kCausal, any_attention<true>},
    },
};

}  // namespace
}  // namespace lesson08
