// The numbers of lesson 08's figures. cmake/scripts/figures/lesson08.py draws them.
#include <string>
#include <vector>

#include "flash_attention.hpp"
#include "print_numbers.hpp"

namespace {
using namespace kw;
using figures::print;

/// Attention over four tokens with four numbers each, with every step of it stored. Tiles are 16 x
/// 16, because that is the smallest product; the mask leaves 4 x 4.
struct FourTokens {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> q, array<const float, 2> k,
                            array<const float, 2> v, array<float, 2> scores,
                            array<float, 2> weights, array<float, 2> o) const {
    auto lane = tl.arange(size<16>);
    auto mask = (lane(_, None) < 4) & (lane(None, _) < 4);
    auto qt = tl.load(q.row(lane(_, None)) + lane(None, _), mask, 0.0f);
    auto kt = tl.load(k.row(lane(_, None)) + lane(None, _), mask, 0.0f);
    auto vt = tl.load(v.row(lane(_, None)) + lane(None, _), mask, 0.0f);
    auto s = tl.dot(qt, tl.trans(kt)) * 0.5f;  // 1 / sqrt(4)
    tl.store(scores.row(lane(_, None)) + lane(None, _), s, mask);
    auto seen = tl.where(lane(None, _) < 4, s, -inf);
    auto e = tl.exp(seen - tl.max(seen, axis<1>)(_, None));
    auto p = e / tl.sum(e, axis<1>)(_, None);
    tl.store(weights.row(lane(_, None)) + lane(None, _), p, mask);
    tl.store(o.row(lane(_, None)) + lane(None, _), tl.dot(p, vt), mask);
  }
};

/// The gradients of the four tokens' scores, from the weights and results of the forward pass.
struct FourTokenGradients {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> v, array<const float, 2> weights,
                            array<const float, 2> o, array<const float, 2> dout, array<float, 2> dp,
                            array<float, 2> ds) const {
    auto lane = tl.arange(size<16>);
    auto mask = (lane(_, None) < 4) & (lane(None, _) < 4);
    auto tile = [&](auto x) { return tl.load(x.row(lane(_, None)) + lane(None, _), mask, 0.0f); };
    auto keep = [&](auto x, auto values) {
      tl.store(x.row(lane(_, None)) + lane(None, _), values, mask);
    };
    auto p = tile(weights), gt = tile(dout);
    auto slopes = tl.dot(gt, tl.trans(tile(v)));
    auto delta = tl.sum(gt * tile(o), axis<1>)(_, None);
    keep(dp, slopes);
    keep(ds, p * (slopes - delta));
  }
};

void four_tokens() {
  const std::vector<float> queries{2, 0, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1};
  const std::vector<float> keys{2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1};
  const std::vector<float> values{10, 4, 1, 0, 20, 3, 1, 0, 30, 2, 1, 0, 40, 1, 1, 1};
  const buffer<float, 2> q(cpu_device, {4, 4}, queries), k(cpu_device, {4, 4}, keys),
      v(cpu_device, {4, 4}, values), scores(cpu_device, {4, 4}), weights(cpu_device, {4, 4}),
      o(cpu_device, {4, 4});
  launch(cpu_device, grid(1), FourTokens{}, q.cview(), k.cview(), v.cview(), scores.view(),
         weights.view(), o.view());
  print("tokens.q", queries);
  print("tokens.k", keys);
  print("tokens.v", values);
  print("tokens.scores", scores);
  print("tokens.weights", weights);
  print("tokens.o", o);

  // Only the first number of the last row of o matters to the loss.
  const std::vector<float> wanted{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
  const buffer<float, 2> dout(cpu_device, {4, 4}, wanted), dp(cpu_device, {4, 4}),
      ds(cpu_device, {4, 4});
  launch(cpu_device, grid(1), FourTokenGradients{}, v.cview(), weights.cview(), o.cview(),
         dout.cview(), dp.view(), ds.view());
  print("gradients.dp", dp);
  print("gradients.ds", ds);
}

/// One row of scores, two at a time: what a program carries, after each step.
struct CarriedValues {
  KW_KERNEL void operator()(program auto tl, const float* scores, const float* values, float* m,
                            float* factor, float* l, float* acc) const {
    float highest = -inf, sum = 0, total = 0;
    for (int step = 0; step < 3; ++step) {
      auto lane = step * 2 + tl.arange(size<2>);
      auto s = tl.load(scores + lane);
      float raised = tl.maximum(highest, tl.max(s));
      float alpha = tl.exp2(highest - raised);
      auto p = tl.exp2(s - raised);
      sum = sum * alpha + tl.sum(p);
      total = total * alpha + tl.sum(p * tl.load(values + lane));
      highest = raised;
      tl.store(m + step, highest);
      tl.store(factor + step, alpha);
      tl.store(l + step, sum);
      tl.store(acc + step, total);
    }
  }
};

void three_steps() {
  const std::vector<float> row{1, 2, 3, 2, 1, 3}, values{10, 20, 40, 20, 70, 60};
  const buffer<float> s(cpu_device, {6}, row), v(cpu_device, {6}, values), m(cpu_device, {3}),
      factor(cpu_device, {3}), l(cpu_device, {3}), acc(cpu_device, {3});
  launch(cpu_device, grid(1), CarriedValues{}, s.cview(), v.cview(), m.view(), factor.view(),
         l.view(), acc.view());
  print("steps.scores", row);
  print("steps.values", values);
  print("steps.m", m);
  print("steps.factor", factor);
  print("steps.l", l);
  print("steps.acc", acc);
}

/// Which columns each row sees. All scores are 0 here, and row j of v is 1 in column j / 4 alone,
/// so o[i, b] is above 0 exactly if row i sees one of the columns 4b to 4b + 3.
void visible_columns() {
  constexpr int kLength = 256, kHead = lesson08::kWindowHead;
  std::vector<float16_t> ones(kLength * kHead, core::convert<float16_t>(0.0f)), zeros = ones;
  for (int j = 0; j < kLength; ++j) {
    ones[static_cast<std::size_t>(j * kHead + j / 4)] = core::convert<float16_t>(1.0f);
  }
  const buffer<float16_t, 4> q(cpu_device, {1, 1, kLength, kHead}, zeros),
      k(cpu_device, {1, 1, kLength, kHead}, zeros), v(cpu_device, {1, 1, kLength, kHead}, ones),
      o(cpu_device, {1, 1, kLength, kHead});
  lesson08::attention<float16_t>(q.cview(), k.cview(), v.cview(), o.view());
  print("seen.full", o);
  lesson08::causal_attention(q.cview(), k.cview(), v.cview(), o.view());
  print("seen.causal", o);
  const buffer<float16_t, 3> q3(cpu_device, {1, kLength, kHead}, zeros),
      k3(cpu_device, {1, kLength, kHead}, zeros), v3(cpu_device, {1, kLength, kHead}, ones),
      o3(cpu_device, {1, kLength, kHead});
  lesson08::sliding_window_attention(q3.cview(), k3.cview(), v3.cview(), o3.view(), 80);
  print("seen.window", o3);
}

/// The walks of both kernels of the backward pass over 256 causal tokens, for their traces.
void backward_walks() {
  constexpr std::int64_t kLength = 256, kHead = 64;
  constexpr std::int64_t shape[] = {1, 1, kLength, kHead};
  const std::vector<float16_t> zeros(kLength * kHead);
  const buffer<float16_t, 4> q(cpu_device, shape, zeros), k(cpu_device, shape, zeros),
      v(cpu_device, shape, zeros), o(cpu_device, shape, zeros), dout(cpu_device, shape, zeros),
      dq(cpu_device, shape), dk(cpu_device, shape), dv(cpu_device, shape);
  const buffer<float, 3> lse(cpu_device, {1, 1, kLength}, std::vector<float>(kLength));
  const buffer<float, 4> sums(cpu_device, {1, 1, 2, kLength});
  lesson08::key_gradients(q.cview(), k.cview(), v.cview(), o.cview(), lse.cview(), dout.cview(),
                          sums.view(), dk.view(), dv.view(), true);
  lesson08::query_gradients(q.cview(), k.cview(), v.cview(), o.cview(), lse.cview(), dout.cview(),
                            sums.view(), dq.view(), true);
}
}  // namespace

int main() {  // at most eight launches are traced, and those of the first two are needed
  visible_columns();
  backward_walks();
  four_tokens();
  three_steps();
}
