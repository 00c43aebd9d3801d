// Tests of lesson 08, task 7: everything that the tasks before it compute, through descriptors.
#include <kernelwright/testing/stream_steps.hpp>

#include "attention_test.hpp"

namespace lesson08 {
namespace {

using in_heads = kw::view<const float16_t, 4>;

std::string result_of_no_stream(kw::device where) {
  constexpr std::int64_t kLong = 400, kLargestStep = 128;
  const attention_case c{kLong, 64};
  const attention_inputs<float16_t> x(c);
  const kw::buffer<float16_t, 4> q(where, c.q_extents().of, x.q), k(where, c.kv_extents().of, x.k);
  const kw::buffer<float16_t, 4> v(where, c.kv_extents().of, x.v), o(where, c.q_extents().of);
  const kw::buffer<float, 3> lse(where, {1, 1, kLong});
  return stream_for_show(where, kLong / kLargestStep, [&] {
    attention_pipelined<float16_t>(q.cview(), k.cview(), v.cview(), o.view(), lse.view(), false);
    return to_doubles(o.download());
  });
}

void stream(in_heads q, in_heads k, in_heads v, kw::view<float16_t, 4> o, kw::view<float, 3> lse,
            bool causal) {
  expect_stream(o.device(), o.size() > 0,
                [&] { attention_pipelined<float16_t>(q, k, v, o, lse, causal); });
  if (o.size() > 0) {
    static const std::string for_show = result_of_no_stream(o.device());
    if (!for_show.empty()) {
      ADD_FAILURE() << for_show;
    }
  }
}

/// Compares o with the oracle, or lse.
template <bool OF_LSE = false, auto Call = stream, int RUNS = 1>
bool check_stream(const attention_case& c) {
  const attention_inputs<float16_t> x(c);
  const auto want = x.expected();
  auto o = out(c.q_extents().of, want.o, limit_of<float16_t>(want));
  auto lse = out({c.batch, c.heads, c.n}, want.lse, limit_of_sums(want));
  (OF_LSE ? o.compared : lse.compared) = false;
  return check_entry({shape(c), RUNS}, Call, in(c.q_extents().of, x.q), in(c.kv_extents().of, x.k),
                     in(c.kv_extents().of, x.v), o, lse, c.causal);
}

const tests<attention_case> attention_pipelined_tests = {
    "AttentionPipelined",
    {
        {"OneStep", check_stream<>, {{64, 64}}},
        {"Lengths", check_stream<>, lengths(64, false)},
        {"CausalLengths", check_stream<>, lengths(64, true)},
        {"HeadSizes", check_stream<>, {{129, 128}, {200, 128, true}, {200, 64, true, 2, 2, 2}}},
        {"RefusesOtherHeadSizes", refuses<check_stream<>>, {{10, 48}}},
        {"BatchAndHeads",
         check_stream<>,
         {{20, 64, false, 1, 3, 3}, {33, 64, true, 2, 2, 2}, {0, 64}}},
        {"LogSumExp", check_stream<true>, {{65, 64}, {300, 64, true}, {100, 128, false, 2, 4, 2}}},
        {"CausalLogSumExp", check_stream<true>, lengths(64, true)},
        {"GroupedHeads", check_stream<>, shared_heads(false)},
        {"GroupedHeads", check_stream<>, shared_heads(true)},
        // More programs than a GPU has multiprocessors: blocks run several, one after the other.
        {"ManyHeads", check_stream<>, {{17, 64, false, 5, 40, 20}, {17, 64, true, 5, 40, 20}}},
        {"LargeScores",
         check_stream<>,
         {{100, 64, false, 1, 1, 1, 28}, {130, 64, true, 1, 1, 1, 28}}},
        {"SameBitsTwentyTimes", check_stream<false, stream, 20>, {{200, 64, true, 1, 2, 2}}},
        {"StoresNoScores", check_stream<false, without_scores<stream>::call>, {{1024, 64}}},
        {"AnyShape", check_stream<>, any_heads},
    },
};

using AttentionPipelined = lesson_test;

// q, k and v as [batch, n, heads, d], as projections write them.
TEST_F(AttentionPipelined, StridedHeads) {
  constexpr std::int64_t n = 70, d = 64, heads = 2;
  const attention_case c{n, d, true, 1, heads, heads};
  const attention_inputs<float16_t> x(c);
  const auto laid_out = [&](const std::vector<float16_t>& values) {
    std::vector<float16_t> result(values.size());
    for (std::int64_t i = 0; i < heads * n * d; ++i) {
      const std::int64_t head = i / (n * d), row = i / d % n;
      result[static_cast<std::size_t>((row * heads + head) * d + i % d)] =
          values[static_cast<std::size_t>(i)];
    }
    return kw::buffer<float16_t, 2>(device(), {n, heads * d}, result);
  };
  const auto q = laid_out(x.q), k = laid_out(x.k), v = laid_out(x.v);
  const kw::buffer<float16_t, 4> o(device(), c.q_extents().of);
  const kw::buffer<float, 3> lse(device(), {1, heads, n});
  const auto turned = [&](const kw::buffer<float16_t, 2>& x) {
    return in_heads(x.data(), {1, heads, n, d}, {n * heads * d, d, heads * d, 1}, device());
  };
  attention_pipelined<float16_t>(turned(q), turned(k), turned(v), o.view(), lse.view(), c.causal);
  const auto want = x.expected();
  check_close(o, want.o, limit_of<float16_t>(want), shape(c) + ", heads within rows");
}

}  // namespace
}  // namespace lesson08
