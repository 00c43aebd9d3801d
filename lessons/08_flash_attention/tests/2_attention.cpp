// Tests of lesson 08, task 2: lengths with every kind of edge, scores that overflow a naive
// softmax, and the memory that a call uses.
#include "flash_attention.hpp"

#include "attention_test.hpp"

namespace {

using namespace lesson08::cases;

const auto kAttention = [](const arrays<float16_t>& a) {
  lesson08::attention<float16_t>(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view());
};

class Attention : public lesson08::attention_test<float16_t> {};

TEST_F(Attention, OneStep) {
  check(kAttention, {64, 64});
}

TEST_F(Attention, Lengths) {
  check_all(kAttention, lengths(64, false));
}

TEST_F(Attention, HeadSizes) {
  check_all(kAttention, head_sizes(false));
}

TEST_F(Attention, RefusesOtherHeadSizes) {
  for (const int d : {16, 32, 48, 96, 256}) {
    expect_refusal(kAttention, {10, d});
  }
}

TEST_F(Attention, BatchAndHeads) {
  check_all(kAttention, batches_and_heads(false));
}

TEST_F(Attention, LargeScores) {
  check_all(kAttention, large_scores(false));
}

TEST_F(Attention, SameBitsTwentyTimes) {
  check_same_bits(kAttention);
}

TEST_F(Attention, StoresNoScores) {
  check_memory(kAttention);
}

}  // namespace
