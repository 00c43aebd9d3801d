// Tests of lesson 08, task 4: rows that see the columns up to their own.
#include "flash_attention.hpp"

#include "attention_test.hpp"

namespace {

using namespace lesson08::cases;

const auto kCausalAttention = [](const arrays<float16_t>& a) {
  lesson08::causal_attention(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view());
};

class CausalAttention : public lesson08::attention_test<float16_t> {};

TEST_F(CausalAttention, OneStep) {
  check(kCausalAttention, {64, 64, true});
}

TEST_F(CausalAttention, Lengths) {
  check_all(kCausalAttention, lengths(64, true));
}

TEST_F(CausalAttention, HeadSizes) {
  check_all(kCausalAttention, head_sizes(true));
}

TEST_F(CausalAttention, RefusesOtherHeadSizes) {
  expect_refusal(kCausalAttention, {10, 48, true});
}

TEST_F(CausalAttention, BatchAndHeads) {
  check_all(kCausalAttention, batches_and_heads(true));
}

TEST_F(CausalAttention, LargeScores) {
  check_all(kCausalAttention, large_scores(true));
}

TEST_F(CausalAttention, SameBitsTwentyTimes) {
  check_same_bits(kCausalAttention);
}

TEST_F(CausalAttention, StoresNoScores) {
  check_memory(kCausalAttention);
}

}  // namespace
