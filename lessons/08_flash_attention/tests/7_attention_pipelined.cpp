// Tests of lesson 08, task 7: everything that the tasks before it compute, through descriptors.
#include "flash_attention.hpp"

#include <kernelwright/testing/stream_steps.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "attention_test.hpp"

namespace {

using namespace lesson08::cases;

void attend(const arrays<float16_t>& a) {
  lesson08::attention_pipelined<float16_t>(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view(),
                                           a.lse.view(), a.problem.causal);
}

std::string result_of_no_stream(kw::device where) {
  constexpr std::int64_t kLong = 400, kLargestStep = 128;
  const arrays<float16_t> a(where, {kLong, 64});
  return kw::testing::stream_for_show(where, kLong / kLargestStep, [&] {
    attend(a);
    return kw::testing::to_doubles(a.o.download());
  });
}

const auto kPipelined = [](const arrays<float16_t>& a) {
  kw::testing::expect_stream(a.o.device(), a.o.size() > 0, [&] { attend(a); });
  if (a.o.size() > 0) {
    static const std::string for_show = result_of_no_stream(a.o.device());
    if (!for_show.empty()) {
      ADD_FAILURE() << for_show;
    }
  }
};

class AttentionPipelined : public lesson08::attention_test<float16_t> {};

TEST_F(AttentionPipelined, OneStep) {
  check(kPipelined, {64, 64});
}

TEST_F(AttentionPipelined, Lengths) {
  check_all(kPipelined, lengths(64, false));
}

TEST_F(AttentionPipelined, CausalLengths) {
  check_all(kPipelined, lengths(64, true));
}

TEST_F(AttentionPipelined, HeadSizes) {
  check_all(kPipelined, {{129, 128}, {200, 128, true}, {200, 64, true, 2, 2, 2}});
}

TEST_F(AttentionPipelined, RefusesOtherHeadSizes) {
  expect_refusal(kPipelined, {10, 48});
}

TEST_F(AttentionPipelined, BatchAndHeads) {
  check_all(kPipelined, {{20, 64, false, 1, 3, 3}, {33, 64, true, 2, 2, 2}, {0, 64}});
}

TEST_F(AttentionPipelined, LogSumExp) {
  check_all_sums(kPipelined, {{65, 64}, {300, 64, true}, {100, 128, false, 2, 4, 2}});
}

TEST_F(AttentionPipelined, CausalLogSumExp) {
  check_all_sums(kPipelined, lengths(64, true));
}

TEST_F(AttentionPipelined, GroupedHeads) {
  check_all(kPipelined, shared_heads(false));
  check_all(kPipelined, shared_heads(true));
}

// More programs than a GPU has multiprocessors: blocks run several, one after the other.
TEST_F(AttentionPipelined, ManyHeads) {
  check(kPipelined, {17, 64, false, 5, 40, 20});
  check(kPipelined, {17, 64, true, 5, 40, 20});
}

TEST_F(AttentionPipelined, LargeScores) {
  check_all(kPipelined, {{100, 64, false, 1, 1, 1, 28}, {130, 64, true, 1, 1, 1, 28}});
}

// q, k and v as [batch, n, heads, d], as projections write them.
TEST_F(AttentionPipelined, StridedHeads) {
  constexpr std::int64_t n = 70, d = 64, heads = 2;
  const attention_case c{n, d, true, 1, heads, heads};
  const arrays a(device(), c);
  const auto laid_out = [&](const std::vector<float16_t>& values) {
    std::vector<float16_t> result(values.size());
    for (std::int64_t i = 0; i < heads * n * d; ++i) {
      const std::int64_t head = i / (n * d), row = i / d % n;
      result[static_cast<std::size_t>((row * heads + head) * d + i % d)] =
          values[static_cast<std::size_t>(i)];
    }
    return kw::buffer<float16_t, 2>(device(), {n, heads * d}, result);
  };
  const auto q = laid_out(a.q_values), k = laid_out(a.k_values), v = laid_out(a.v_values);
  const auto turned = [&](const kw::buffer<float16_t, 2>& x) {
    return kw::view<const float16_t, 4>(x.data(), {1, heads, n, d},
                                        {n * heads * d, d, heads * d, 1}, device());
  };
  lesson08::attention_pipelined<float16_t>(turned(q), turned(k), turned(v), a.o.view(),
                                           a.lse.view(), c.causal);
  const auto want = a.expected();
  kw::testing::check_close(a.o, want.o, limit_of<float16_t>(want),
                           shape(c) + ", heads within rows");
}

TEST_F(AttentionPipelined, SameBitsTwentyTimes) {
  check_same_bits(kPipelined);
}

TEST_F(AttentionPipelined, StoresNoScores) {
  check_memory(kPipelined);
}

}  // namespace
