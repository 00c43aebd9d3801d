// Tests of elective 15, task 6: weights and averages, after one step and after many.
#include "small_model_test.hpp"

namespace lesson15 {
namespace {

constexpr int kBlockSize = 1024;
// A step is at most 10 times rate (0.01): about ten float32 roundings of it, and one of the weight.
// 1 - beta^step is a difference of float32 numbers near 1: 0.01 is off by up to 2^-25, which is
// 3e-6 of it, and beta^step by a few roundings more.
constexpr tolerance kStep{1e-6, 2 * 0x1p-24, "float32: a weight, and a step of about 0.01"};
constexpr tolerance kAverage{1e-7, 4 * 0x1p-24, "float32: two products and a sum"};

/// Steps with other gradients each, beginning with step `first`.
struct steps_case {
  std::int64_t n;
  int first, steps;
  float decay = 0;
  int offset = 0;
};

bool check_steps(const steps_case& c) {
  const auto& [n, first, steps, decay, offset] = c;
  const kw::device device = kw::default_device();
  constexpr float kRate = 0.01f;
  const kw::buffer_layout layout{.element_offset = offset};
  const auto weights = make_input<float>(n, 1);
  auto mean = make_input<float>(n, 2, {-0.1, 0.2}), square = make_input<float>(n, 3, {0.1, 0.3});
  if (first == 1) {
    mean.assign(mean.size(), 0);
    square.assign(square.size(), 0);
  }
  const kw::buffer<float> w(device, {n}, weights, layout);
  const kw::buffer<float> m(device, {n}, mean, layout), v(device, {n}, square, layout);
  reference::adamw_state want{to_doubles(weights), to_doubles(mean), to_doubles(square)};
  for (int step = first; step < first + steps; ++step) {
    const auto gradient = make_input<float>(n, 10 + static_cast<std::uint64_t>(step), {-1, 2});
    const kw::buffer<float> g(device, {n}, gradient, layout);
    adamw(g.cview(), w.view(), m.view(), v.view(), kRate, decay, step);
    want = reference::adamw(to_doubles(gradient), want, kRate, decay, step);
  }
  const std::string what = "n = " + std::to_string(n) + ", steps " + std::to_string(first) +
                           " to " + std::to_string(first + steps - 1);
  return check_close(m, want.mean, kAverage, what + ", mean") &&
         check_close(v, want.square, kAverage, what + ", square") &&
         check_close(w, want.weight, kStep, what + ", weight");
}

std::vector<steps_case> steps_of_sizes() {
  std::vector<steps_case> cases;
  for (const std::int64_t n : awkward_sizes(kBlockSize)) {
    cases.insert(cases.end(), {{n, 1, 2, 0.1f}, {n, 7, 1, 0.1f, 1}});
  }
  return cases;
}
steps_case any_steps(size_draw& d) {
  return {d.length(0, 5000), 1, 1, 0.1f, static_cast<int>(d.below(3))};
}

const tests<steps_case> adamw_tests = {
    "AdamW",
    {
        {"FirstStep", check_steps, {{8, 1, 1}}},
        {"SecondStep", check_steps, {{8, 1, 2}}},
        {"LateStep", check_steps, {{2000, 500, 1}}},
        {"Decay", check_steps, {{2000, 3, 1, 0.5f}}},
        {"Sizes", check_steps, steps_of_sizes},
        {"AnyShape", check_steps, any_steps},
    },
};

using AdamW = lesson_test;

TEST_F(AdamW, FirstStepHasTheSizeOfTheRate) {  // however large or small a gradient is
  const std::vector<float> gradient = {1e-2f, -0.3f, 1.0f, -50.0f, 2000.0f, -3.0f};
  const std::vector<float> zeros(gradient.size());
  const auto n = static_cast<std::int64_t>(gradient.size());
  const kw::buffer<float> g(device(), {n}, gradient), w(device(), {n}, zeros);
  const kw::buffer<float> m(device(), {n}, zeros), v(device(), {n}, zeros);
  adamw(g.cview(), w.view(), m.view(), v.view(), 0.01f, 0, 1);
  const std::vector<double> want = {-0.01, 0.01, -0.01, 0.01, -0.01, 0.01};
  check_close(w, want, {0, 1e-5, "float32: a quotient, and kEpsilon beside 0.01"},
              "weights of 0, after a step with rate 0.01");
}

TEST_F(AdamW, ZeroGradientMovesNothing) {
  constexpr std::int64_t kCount = 100;
  const auto weights = make_input<float>(kCount, 1);
  const std::vector<float> zeros(kCount);
  const kw::buffer<float> g(device(), {kCount}, zeros), w(device(), {kCount}, weights);
  const kw::buffer<float> m(device(), {kCount}, zeros), v(device(), {kCount}, zeros);
  adamw(g.cview(), w.view(), m.view(), v.view(), 0.01f, 0, 1);
  check_close(w, to_doubles(weights), kAverage, "weights, after a step without gradients");
}

}  // namespace
}  // namespace lesson15
