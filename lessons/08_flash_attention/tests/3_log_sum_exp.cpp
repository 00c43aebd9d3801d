// Tests of lesson 08, task 3: the log-sum-exp alone, of lengths with every kind of edge, and of
// scores whose exponentials overflow.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

void sum_up(const arrays<float16_t>& a) {
  log_sum_exp(a.q.cview(), a.k.cview(), a.lse.view());
}

const tests<attention_case> log_sum_exp_tests = {
    "LogSumExp",
    {
        {"OneStep", check_sums<sum_up>, {{64, 64}}},
        {"Lengths", check_sums<sum_up>, lengths(64, false)},
        {"HeadSizes", check_sums<sum_up>, head_sizes(false)},
        {"RefusesOtherHeadSizes", refuses<sum_up>, {{10, 48}}},
        {"BatchAndHeads", check_sums<sum_up>, batches_and_heads(false)},
        {"LargeScores", check_sums<sum_up>, large_scores(false)},
        // All scores are far below 0: e^score is 0 for each of them, so summing those does not
        // help.
        {"LargeNegativeScores", check_sums<sum_up>, {{3, 64, false, 1, 1, 1, 28, -1}}},
        {"SameBitsTwentyTimes", same_bits<sum_up>, {kTwoHeads}},
        {"StoresNoScores", stores_no_scores<sum_up>, {{1024, 64}}},
        {"AnyShape", check_sums<sum_up>, any_attention<false>},
    },
};

}  // namespace
}  // namespace lesson08
