// Tests of lesson 08, task 2: lengths with every kind of edge, scores that overflow a naive
// softmax, and the memory that a call uses.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

constexpr auto kAttention = check_output<attention<float16_t>>;

const tests<attention_case> attention_tests = {
    "Attention",
    {
        {"OneStep", kAttention, {{64, 64}}},
        {"Lengths", kAttention, lengths(64, false)},
        {"HeadSizes", kAttention, head_sizes(false)},
        {"RefusesOtherHeadSizes",
         refuses<kAttention>,
         {{10, 16}, {10, 32}, {10, 48}, {10, 96}, {10, 256}}},
        {"BatchAndHeads", kAttention, batches_and_heads(false)},
        {"LargeScores", kAttention, large_scores(false)},
        {"SameBitsTwentyTimes",
         check_output<attention<float16_t>, 20>,
         {{200, 64, false, 1, 2, 2}}},
        {"StoresNoScores", check_output<without_scores<attention<float16_t>>::call>, {{1024, 64}}},
        {"AnyShape", kAttention, any_attention<false>},
    },
};

}  // namespace
}  // namespace lesson08
