// Tests of lesson 08, task 5: heads of q that share a head of k and v, in bfloat16.
#include "flash_attention.hpp"

#include "attention_test.hpp"

namespace {

using kw::bfloat16_t;
using namespace lesson08::cases;

const auto kGroupedHeads = [](const arrays<bfloat16_t>& a) {
  lesson08::grouped_attention(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view());
};

class GroupedHeads : public lesson08::attention_test<bfloat16_t> {};

TEST_F(GroupedHeads, TwoQueriesAKey) {
  check(kGroupedHeads, {33, 64, false, 1, 4, 2});
}

TEST_F(GroupedHeads, Groups) {
  check_all(kGroupedHeads, shared_heads(false));
}

TEST_F(GroupedHeads, OneHead) {
  check(kGroupedHeads, {64, 64});
}

TEST_F(GroupedHeads, Lengths) {
  std::vector<attention_case> cases = lengths(64, false);
  for (attention_case& c : cases) {
    c.heads = 2;
    c.kv_heads = 2;
  }
  check_all(kGroupedHeads, cases);
}

TEST_F(GroupedHeads, HeadSizes) {
  check_all(kGroupedHeads, {{129, 128, false, 1, 2, 1}, {200, 128, false, 1, 2, 2}});
}

TEST_F(GroupedHeads, RefusesOtherHeadSizes) {
  expect_refusal(kGroupedHeads, {10, 48});
}

TEST_F(GroupedHeads, NoRows) {
  check(kGroupedHeads, {0, 64, false, 1, 4, 2});
}

TEST_F(GroupedHeads, LargeScores) {
  check(kGroupedHeads, {100, 64, false, 1, 2, 2, 28});
}

TEST_F(GroupedHeads, SameBitsTwentyTimes) {
  check_same_bits(kGroupedHeads);
}

TEST_F(GroupedHeads, StoresNoScores) {
  check_memory(kGroupedHeads);
}

}  // namespace
