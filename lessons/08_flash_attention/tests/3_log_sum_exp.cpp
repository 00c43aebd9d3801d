// Tests of lesson 08, task 3: the log-sum-exp alone, of lengths with every kind of edge, and of
// scores whose exponentials overflow.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

/// Compares lse with the oracle.
bool check_lse(void (*call)(kw::view<const float16_t, 4>, kw::view<const float16_t, 4>,
                            kw::view<float, 3>),
               const attention_case& c, int runs) {
  const attention_inputs<float16_t> x(c);
  const auto want = x.expected();
  return check_entry({shape(c), runs}, call, in(c.q_extents().of, x.q), in(c.kv_extents().of, x.k),
                     out({c.batch, c.heads, c.n}, want.lse, limit_of_sums(want)));
}
template <auto Call = log_sum_exp, int RUNS = 1>
bool check_log_sum_exp(const attention_case& c) {
  return check_lse(Call, c, RUNS);
}

const tests<attention_case> log_sum_exp_tests = {
    "LogSumExp",
    {
        {"OneStep", check_log_sum_exp<>, {{64, 64}}},
        {"Lengths", check_log_sum_exp<>, lengths(64, false)},
        {"HeadSizes", check_log_sum_exp<>, head_sizes(false)},
        {"RefusesOtherHeadSizes", refuses<check_log_sum_exp<>>, {{10, 48}}},
        {"BatchAndHeads", check_log_sum_exp<>, batches_and_heads(false)},
        {"LargeScores", check_log_sum_exp<>, large_scores(false)},
        // All scores are far below 0: e^score is 0 for each of them, so summing those does not
        // help.
        {"LargeNegativeScores", check_log_sum_exp<>, {{3, 64, false, 1, 1, 1, 28, -1}}},
        {"SameBitsTwentyTimes", check_log_sum_exp<log_sum_exp, 20>, {{200, 64, false, 1, 2, 2}}},
        {"StoresNoScores", check_log_sum_exp<without_scores<log_sum_exp>::call>, {{1024, 64}}},
        {"AnyShape", check_log_sum_exp<>, any_attention<false>},
    },
};

}  // namespace
}  // namespace lesson08
