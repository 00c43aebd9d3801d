// Tests of lesson 08, task 7: everything that the tasks before it compute, through descriptors.
#include <kernelwright/testing/stream_steps.hpp>

#include "attention_test.hpp"

namespace lesson08 {
namespace {

void attend_pipelined(const arrays<float16_t>& a) {
  attention_pipelined<float16_t>(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view(), a.lse.view(),
                                 a.problem.causal);
}

std::string result_of_no_stream(kw::device where) {
  constexpr std::int64_t kLong = 400, kLargestStep = 128;
  const arrays<float16_t> a(where, {kLong, 64});
  return stream_for_show(where, kLong / kLargestStep, [&] {
    attend_pipelined(a);
    return to_doubles(a.o.download());
  });
}

void stream(const arrays<float16_t>& a) {
  expect_stream(a.o.device(), a.o.size() > 0, [&] { attend_pipelined(a); });
  if (a.o.size() > 0) {
    static const std::string for_show = result_of_no_stream(a.o.device());
    if (!for_show.empty()) {
      ADD_FAILURE() << for_show;
    }
  }
}

const tests<attention_case> attention_pipelined_tests = {
    "AttentionPipelined",
    {
        {"OneStep", check_output<stream>, {{64, 64}}},
        {"Lengths", check_output<stream>, lengths(64, false)},
        {"CausalLengths", check_output<stream>, lengths(64, true)},
        {"HeadSizes",
         check_output<stream>,
         {{129, 128}, {200, 128, true}, {200, 64, true, 2, 2, 2}}},
        {"RefusesOtherHeadSizes", refuses<stream>, {{10, 48}}},
        {"BatchAndHeads",
         check_output<stream>,
         {{20, 64, false, 1, 3, 3}, {33, 64, true, 2, 2, 2}, {0, 64}}},
        {"LogSumExp", check_sums<stream>, {{65, 64}, {300, 64, true}, {100, 128, false, 2, 4, 2}}},
        {"CausalLogSumExp", check_sums<stream>, lengths(64, true)},
        {"GroupedHeads", check_output<stream>, shared_heads(false)},
        {"GroupedHeads", check_output<stream>, shared_heads(true)},
        // More programs than a GPU has multiprocessors: blocks run several, one after the other.
        {"ManyHeads",
         check_output<stream>,
         {{17, 64, false, 5, 40, 20}, {17, 64, true, 5, 40, 20}}},
        {"LargeScores",
         check_output<stream>,
         {{100, 64, false, 1, 1, 1, 28}, {130, 64, true, 1, 1, 1, 28}}},
        {"SameBitsTwentyTimes", same_bits<stream>, {kTwoHeads}},
        {"StoresNoScores", stores_no_scores<stream>, {{1024, 64}}},
        {"AnyShape", check_output<stream>, any_heads},
    },
};

using AttentionPipelined = lesson_test;

// q, k and v as [batch, n, heads, d], as projections write them.
TEST_F(AttentionPipelined, StridedHeads) {
  constexpr std::int64_t n = 70, d = 64, heads = 2;
  const attention_case c{n, d, true, 1, heads, heads};
  const arrays<float16_t> a(device(), c);
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
  attention_pipelined<float16_t>(turned(q), turned(k), turned(v), a.o.view(), a.lse.view(),
                                 c.causal);
  const auto want = a.expected();
  check_close(a.o, want.o, limit_of<float16_t>(want), shape(c) + ", heads within rows");
}

}  // namespace
}  // namespace lesson08
