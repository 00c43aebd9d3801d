// Tests of lesson 08, task 8: the gradients of k and v, by their formulas and by finite
// differences.
#include "flash_attention.hpp"

#include <vector>

#include "gradient_test.hpp"

namespace {

using kw::testing::to_doubles;
using namespace lesson08::cases;
namespace reference = lesson08::reference;

const auto kKeyGradients = [](const backward_arrays& a, bool causal) {
  lesson08::key_gradients(a.q.cview(), a.k.cview(), a.v.cview(), a.o.cview(), a.lse.cview(),
                          a.dout.cview(), a.sums.view(), a.dk.view(), a.dv.view(), causal);
};

class KeyGradients : public lesson08::gradient_test {
 protected:
  bool check(const attention_case& c) {
    const backward_arrays a(device(), c);
    kKeyGradients(a, c.causal);
    const reference::gradients want = a.want(c);
    const bool dv = right(a, c, a.dv, want.dv, "dv, ");
    return right(a, c, a.dk, want.dk, "dk, ") && dv;
  }
  void check_all(const std::vector<attention_case>& all) {
    kw::testing::check_until_failure(all, [&](const attention_case& c) { return check(c); });
  }
};

TEST_F(KeyGradients, OneStep) {
  check({32, 64});
}

TEST_F(KeyGradients, AgreesWithFiniteDifferences) {
  const attention_case c{4, 64, true, 1, 2};
  const backward_arrays a(device(), c);
  kKeyGradients(a, c.causal);
  const reference::gradients want = a.want(c);
  std::vector<double> q = to_doubles(a.q_values), k = to_doubles(a.k_values),
                      v = to_doubles(a.v_values);
  const auto slopes = [&](std::vector<double>& inputs) {
    return reference::numerical_gradient(c.problem(), inputs, q, k, v, to_doubles(a.dout_values));
  };
  compare_slopes(a, c, a.dv, slopes(v), want.dv, "dv by finite differences, ");
  compare_slopes(a, c, a.dk, slopes(k), want.dk, "dk by finite differences, ");
}

TEST_F(KeyGradients, Lengths) {
  check_all(lesson08::gradient_lengths(false));
}

TEST_F(KeyGradients, CausalLengths) {
  check_all(lesson08::gradient_lengths(true));
}

TEST_F(KeyGradients, HeadSizes) {
  check_all({{40, 128}, {70, 128, true}});
}

TEST_F(KeyGradients, RefusesOtherHeadSizes) {
  const backward_arrays a(device(), {10, 32});
  EXPECT_THROW(kKeyGradients(a, false), kw::error);
}

TEST_F(KeyGradients, BatchAndHeads) {
  check_all({{20, 64, false, 1, 3, 3}, {17, 64, true, 2, 2, 2}, {0, 64}});
}

TEST_F(KeyGradients, GroupedHeads) {
  check_all({{33, 64, false, 1, 4, 2}, {20, 64, true, 2, 6, 2}, {17, 64, true, 3, 3, 1}});
}

// Scores of up to 10,000; in the last case nearly all are below 0.
TEST_F(KeyGradients, LargeScores) {
  check_all(
      {{70, 64, false, 1, 1, 1, 28}, {70, 64, true, 1, 1, 1, 28}, {3, 64, false, 1, 1, 1, 28, -1}});
}

TEST_F(KeyGradients, SameBitsTwentyTimes) {
  check_same_gradients(kKeyGradients, [](const backward_arrays& a) {
    std::vector<float16_t> got = a.dk.download();
    const std::vector<float16_t> values = a.dv.download();
    got.insert(got.end(), values.begin(), values.end());
    return got;
  });
}

TEST_F(KeyGradients, StoresNoScores) {
  const attention_case c{1024, 64, true};
  arrays in(device(), c), out(device(), c);  // any numbers will do
  in.lse.fill(0);
  const kw::buffer<float, 4> sums(device(), {1, 1, 2, c.n});
  expect_no_scores(c.n, [&] {
    lesson08::key_gradients(in.q.cview(), in.k.cview(), in.v.cview(), in.q.cview(), in.lse.cview(),
                            in.q.cview(), sums.view(), out.k.view(), out.v.view(), true);
  });
}

}  // namespace
