// Tests of lesson 08, task 9: the gradients of q, by their formulas and by finite differences.
#include "flash_attention.hpp"

#include <vector>

#include "gradient_test.hpp"

namespace {

using kw::testing::to_doubles;
using namespace lesson08::cases;
namespace reference = lesson08::reference;

const auto kQueryGradients = [](const backward_arrays& a, bool causal) {
  lesson08::query_gradients(a.q.cview(), a.k.cview(), a.v.cview(), a.o.cview(), a.lse.cview(),
                            a.dout.cview(), a.sums.view(), a.dq.view(), causal);
};

class QueryGradients : public lesson08::gradient_test {
 protected:
  bool check(const attention_case& c) {
    const backward_arrays a(device(), c);
    kQueryGradients(a, c.causal);
    const reference::gradients want = a.want(c);
    return right(a, c, a.dq, want.dq, "dq, ");
  }
  void check_all(const std::vector<attention_case>& all) {
    kw::testing::check_until_failure(all, [&](const attention_case& c) { return check(c); });
  }
};

TEST_F(QueryGradients, OneStep) {
  check({32, 64});
}

TEST_F(QueryGradients, AgreesWithFiniteDifferences) {
  const attention_case c{4, 64, true, 1, 2};
  const backward_arrays a(device(), c);
  kQueryGradients(a, c.causal);
  const reference::gradients want = a.want(c);
  std::vector<double> q = to_doubles(a.q_values), k = to_doubles(a.k_values),
                      v = to_doubles(a.v_values);
  const auto slopes = [&](std::vector<double>& inputs) {
    return reference::numerical_gradient(c.problem(), inputs, q, k, v, to_doubles(a.dout_values));
  };
  compare_slopes(a, c, a.dq, slopes(q), want.dq, "dq by finite differences, ");
}

TEST_F(QueryGradients, Lengths) {
  check_all(lesson08::gradient_lengths(false));
}

TEST_F(QueryGradients, CausalLengths) {
  check_all(lesson08::gradient_lengths(true));
}

TEST_F(QueryGradients, HeadSizes) {
  check_all({{40, 128}, {70, 128, true}});
}

TEST_F(QueryGradients, RefusesOtherHeadSizes) {
  const backward_arrays a(device(), {10, 32});
  EXPECT_THROW(kQueryGradients(a, false), kw::error);
}

TEST_F(QueryGradients, BatchAndHeads) {
  check_all({{20, 64, false, 1, 3, 3}, {17, 64, true, 2, 2, 2}, {0, 64}});
}

TEST_F(QueryGradients, GroupedHeads) {
  check_all({{33, 64, false, 1, 4, 2}, {20, 64, true, 2, 6, 2}, {17, 64, true, 3, 3, 1}});
}

// Scores of up to 10,000; in the last case nearly all are below 0.
TEST_F(QueryGradients, LargeScores) {
  check_all(
      {{70, 64, false, 1, 1, 1, 28}, {70, 64, true, 1, 1, 1, 28}, {3, 64, false, 1, 1, 1, 28, -1}});
}

TEST_F(QueryGradients, SameBitsTwentyTimes) {
  check_same_gradients(kQueryGradients, [](const backward_arrays& a) { return a.dq.download(); });
}

TEST_F(QueryGradients, StoresNoScores) {
  const attention_case c{1024, 64, true};
  arrays in(device(), c), out(device(), c);  // any numbers will do
  in.lse.fill(0);
  const kw::buffer<float, 4> sums(device(), {1, 1, 2, c.n});
  expect_no_scores(c.n, [&] {
    lesson08::query_gradients(in.q.cview(), in.k.cview(), in.v.cview(), in.q.cview(),
                              in.lse.cview(), in.q.cview(), sums.view(), out.q.view(), true);
  });
}

}  // namespace
