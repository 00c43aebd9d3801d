// Tests of lesson 08, task 3: the log-sum-exp alone, of lengths with every kind of edge, and of
// scores whose exponentials overflow.
#include "flash_attention.hpp"

#include "attention_test.hpp"

namespace {

using namespace lesson08::cases;

const auto kLogSumExp = [](const arrays<float16_t>& a) {
  lesson08::log_sum_exp(a.q.cview(), a.k.cview(), a.lse.view());
};

class LogSumExp : public lesson08::attention_test<float16_t> {};

TEST_F(LogSumExp, OneStep) {
  check_sums(kLogSumExp, {64, 64});
}

TEST_F(LogSumExp, Lengths) {
  check_all_sums(kLogSumExp, lengths(64, false));
}

TEST_F(LogSumExp, HeadSizes) {
  check_all_sums(kLogSumExp, head_sizes(false));
}

TEST_F(LogSumExp, RefusesOtherHeadSizes) {
  expect_refusal(kLogSumExp, {10, 48});
}

TEST_F(LogSumExp, BatchAndHeads) {
  check_all_sums(kLogSumExp, batches_and_heads(false));
}

TEST_F(LogSumExp, LargeScores) {
  check_all_sums(kLogSumExp, large_scores(false));
}

// All scores are far below 0: e^score is 0 for each of them, so summing those does not help.
TEST_F(LogSumExp, LargeNegativeScores) {
  check_sums(kLogSumExp, {3, 64, false, 1, 1, 1, 28, -1});
}

TEST_F(LogSumExp, SameBitsTwentyTimes) {
  check_same_bits(kLogSumExp, [](const arrays& a) { return a.lse.download(); });
}

TEST_F(LogSumExp, StoresNoScores) {
  check_memory(kLogSumExp);
}

}  // namespace
