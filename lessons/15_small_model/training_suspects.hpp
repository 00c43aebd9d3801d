/// \file
/// What likely mistakes in tasks 5 and 6 of elective 15 compute: in GELU and its slope, and in a
/// step of AdamW.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include "small_model_reference.hpp"

namespace lesson15::reference {

inline double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}
/// The argument of the sigmoid, with its two constants: u * (a + b * u * u).
constexpr double kLinear = 2 * 0.7978845608028654, kCubic = kLinear * 0.044715;
inline double share(double u) {
  return sigmoid(u * (kLinear + kCubic * u * u));
}

/// How fast the argument grows with u.
inline double inner_slope(double u) {
  return kLinear + 3 * kCubic * u * u;
}

/// z + bias, as a line of its own.
inline kw::testing::formula sum_with_bias(const std::vector<double>& z,
                                          const std::vector<double>& bias) {
  using kw::testing::formula;
  return (formula::of("z", z) + formula::for_column("bias", bias)).named("u");
}

/// Of `[rows, columns]` gelu(z + bias).
inline kw::testing::suspects of_bias_gelu(const std::vector<double>& z,
                                          const std::vector<double>& bias) {
  using formula = double (*)(double z, double bias, double bias_of_row);
  kw::testing::suspects
      result =
          kw::testing::with_changes<
              formula>({{"without the bias", [](double a, double, double) { return gelu(a); }},
                        {"by subtracting the bias",
                         [](double a, double b, double) { return gelu(a - b); }},
                        {"with the bias of the row, where that of the column is meant",
                         [](double a, double, double r) { return gelu(a + r); }},
                        {"by adding the bias after the GELU",
                         [](double a, double b, double) { return gelu(a) + b; }},
                        {"without the GELU: z + bias",
                         [](double a, double b, double) { return a + b; }},
                        {"by the sigmoid alone, without the factor z + bias",
                         [](double a, double b, double) { return share(a + b); }},
                        {"by the sigmoid times z, where the factor is z + bias",
                         [](double a, double b, double) { return a * share(a + b); }},
                        {"without the cubic term in the sigmoid",
                         [](double a, double b,
                            double) { return (a + b) * sigmoid(kLinear * (a + b)); }},
                        {"with u * u where the third power is meant",
                         [](double a, double b, double) {
                           const double u = a + b;
                           return u * sigmoid(kLinear * u + kCubic * u * u);
                         }},
                        {"with half of the sigmoid's argument: tanh takes u, a sigmoid 2 u",
                         [](double a, double b, double) {
                           const double u = a + b;
                           return u * sigmoid(u * (kLinear + kCubic * u * u) / 2);
                         }},
                        {"with the wrong sign in the sigmoid",
                         [](double a, double b, double) { return (a + b) * (1 - share(a + b)); }},
                        {"by sigmoid(1.702 u), which is a coarser GELU",
                         [](double a, double b, double) {
                           return (a + b) * sigmoid(1.702 * (a + b));
                         }},
                        {"by u * sigmoid(u), which is SiLU",
                         [](double a, double b, double) { return (a + b) * sigmoid(a + b); }},
                        {"by ReLU, the maximum of u and 0",
                         [](double a, double b, double) { return a + b > 0 ? a + b : 0; }}},
                       [&z, &bias](formula of) {
                         std::vector<double> y(z.size());
                         for (std::size_t i = 0; i < y.size(); ++i) {
                           y[i] =
                               of(z[i], bias[i % bias.size()], bias[i / bias.size() % bias.size()]);
                         }
                         return y;
                       });
  result.push_back(kw::testing::slips_in({kw::testing::rows_in(z.size(), bias.size()), bias.size()},
                                         [&z, &bias] {
                                           const auto u = sum_with_bias(z, bias);
                                           return u * sigmoid(u * (kLinear + kCubic * u * u));
                                         }));
  return result;
}

/// Of `[rows, columns]` dy * gelu'(z + bias).
inline kw::testing::suspects of_bias_gelu_backward(const std::vector<double>& z,
                                                   const std::vector<double>& bias,
                                                   const std::vector<double>& dy) {
  using slope = double (*)(double u, double s, double z);  // s: the sigmoid
  kw::testing::suspects result = kw::testing::with_changes<slope>(
      {{"with the sigmoid alone: u * s(u) is a product, and the slope of s counts as well",
        [](double, double s, double) { return s; }},
       {"without the first part of the product rule, s itself",
        [](double u, double s, double) { return u * s * (1 - s) * inner_slope(u); }},
       {"without the factor 1 - s in the slope of the sigmoid",
        [](double u, double s, double) { return s + u * s * inner_slope(u); }},
       {"without the factor s in the slope of the sigmoid",
        [](double u, double s, double) { return s + u * (1 - s) * inner_slope(u); }},
       {"without the factor u in the second part",
        [](double u, double s, double) { return s + s * (1 - s) * inner_slope(u); }},
       {"by subtracting the second part, which has to be added",
        [](double u, double s, double) { return s - u * s * (1 - s) * inner_slope(u); }},
       {"without the slope of the sigmoid's argument",
        [](double u, double s, double) { return s + u * s * (1 - s); }},
       {"with the factor of u * u as it is in the function: the slope of the third power has 3 "
        "times as much",
        [](double u, double s, double) {
          return s + u * s * (1 - s) * (kLinear + kCubic * u * u);
        }},
       {"with twice the factor of u * u, where the slope of the third power has 3 times as much",
        [](double u, double s, double) {
          return s + u * s * (1 - s) * (kLinear + 2 * kCubic * u * u);
        }},
       {"without the cubic term in the slope",
        [](double u, double s, double) { return s + u * s * (1 - s) * kLinear; }},
       {"by multiplying by gelu(u), and not by its slope",
        [](double u, double s, double) { return u * s; }},
       {"without the bias", [](double, double, double z0) { return gelu_slope(z0); }},
       {"by passing dy on as it is", [](double, double, double) { return 1.0; }},
       {"by the slope of ReLU", [](double u, double, double) { return u > 0 ? 1.0 : 0.0; }}},
      [&z, &bias, &dy](slope of) {
        std::vector<double> dz(z.size());
        for (std::size_t i = 0; i < dz.size(); ++i) {
          const double u = z[i] + bias[i % bias.size()];
          dz[i] = dy[i] * of(u, share(u), z[i]);
        }
        return dz;
      });
  result.push_back(kw::testing::slips_in(
      {kw::testing::rows_in(z.size(), bias.size()), bias.size()}, [&z, &bias, &dy] {
        const auto u = sum_with_bias(z, bias);
        const auto s = sigmoid(u * (kLinear + kCubic * u * u)).named("s");
        const auto inner = s + u * s * (1 - s) * (kLinear + 3 * kCubic * u * u);
        return kw::testing::formula::of("dy", dy) * inner.named("slope");
      }));
  return result;
}

/// A step of AdamW in which one thing is another one.
struct adamw_change {
  bool mean_exchanged = false, square_exchanged = false;  // the shares of old and new
  bool first_as_second = false, second_as_first = false;  // one beta for the other
  bool square_of_mean = false, not_squared = false;
  bool mean_uncorrected = false, square_uncorrected = false;
  bool corrections_exchanged = false, corrected_one_late = false;
  bool no_root = false, old_averages = false, decay_in_gradient = false;
  bool decay_without_rate = false, decay_of_new = false, no_decay = false;
  double step_sign = 1, decay_sign = 1;
  double mean_share = 1, square_share = 1;        // of what is new
  bool mean_alone = false, square_alone = false;  // no average: the latest alone
  bool keeps_corrected = false;                   // the averages as the step needs them
};

/// A gradient, and the number of its step.
struct adamw_input {
  std::vector<double> gradient;
  int step;
};

inline adamw_state changed_adamw(const std::vector<adamw_input>& inputs, adamw_state s, double rate,
                                 double decay, const adamw_change& by) {
  const double first = by.first_as_second ? 0.99f : 0.9f;
  const double second = by.second_as_first ? 0.9f : 0.99f;
  const auto mixed = [](double old, double now, double keep, bool exchanged) {
    return exchanged ? (1 - keep) * old + keep * now : keep * old + (1 - keep) * now;
  };
  for (const adamw_input& input : inputs) {
    const int step = input.step - (by.corrected_one_late ? 1 : 0);
    const double for_mean = 1 / (1 - std::pow(first, step));
    const double for_square = 1 / (1 - std::pow(second, step));
    for (std::size_t i = 0; i < s.weight.size(); ++i) {
      const double w = s.weight[i], old_mean = s.mean[i], old_square = s.square[i];
      const double g = input.gradient[i] + (by.decay_in_gradient ? decay * w : 0);
      s.mean[i] = mixed(old_mean, g * by.mean_share, first, by.mean_exchanged);
      const double square = by.square_of_mean ? s.mean[i] * s.mean[i] : by.not_squared ? g : g * g;
      s.square[i] = mixed(old_square, square * by.square_share, second, by.square_exchanged);
      s.mean[i] = by.mean_alone ? g : s.mean[i];
      s.square[i] = by.square_alone ? g * g : s.square[i];
      const double m =
          (by.old_averages ? old_mean : s.mean[i]) * (by.mean_uncorrected        ? 1
                                                      : by.corrections_exchanged ? for_square
                                                                                 : for_mean);
      const double v =
          (by.old_averages ? old_square : s.square[i]) * (by.square_uncorrected      ? 1
                                                          : by.corrections_exchanged ? for_mean
                                                                                     : for_square);
      s.mean[i] = by.keeps_corrected ? m : s.mean[i];
      s.square[i] = by.keeps_corrected ? v : s.square[i];
      const double move = m / ((by.no_root ? v : std::sqrt(v)) + 1e-8);
      const double lost = by.no_decay || by.decay_in_gradient ? 0 : by.decay_sign * decay * w;
      s.weight[i] = by.decay_without_rate ? w - rate * move - lost
                    : by.decay_of_new     ? (w - rate * move) * (1 - rate * decay)
                                          : w - by.step_sign * rate * move - rate * lost;
    }
  }
  return s;
}

/// Of one of the three arrays after all steps, `member` of the state.
inline kw::testing::suspects of_adamw(const std::vector<adamw_input>& inputs,
                                      const adamw_state& begin, double rate, double decay,
                                      std::vector<double> adamw_state::*member) {
  using change = adamw_change;
  return kw::testing::with_changes<change>(
      {{"with the shares of the old mean and of the gradient exchanged: beta1 belongs to the old "
        "one",
        {.mean_exchanged = true}},
       {"with the shares of the old square and of the new one exchanged: beta2 belongs to the old "
        "one",
        {.square_exchanged = true}},
       {"with beta2 for the mean, where beta1 is meant", {.first_as_second = true}},
       {"with beta1 for the square, where beta2 is meant", {.second_as_first = true}},
       {"with the square of the mean, where that of the gradient is meant",
        {.square_of_mean = true}},
       {"with the gradient in the second average, where its square is meant",
        {.not_squared = true}},
       {"without the correction of the mean", {.mean_uncorrected = true}},
       {"without the correction of the square", {.square_uncorrected = true}},
       {"without the corrections of the averages, which began at 0",
        {.mean_uncorrected = true, .square_uncorrected = true}},
       {"with the corrections of mean and square exchanged", {.corrections_exchanged = true}},
       {"with the corrections of the step before", {.corrected_one_late = true}},
       {"without the square root", {.no_root = true}},
       {"with the averages from before this step", {.old_averages = true}},
       {"by adding the decay to the gradient, which is not AdamW but Adam with L2",
        {.decay_in_gradient = true}},
       {"by not multiplying the decay by the rate", {.decay_without_rate = true}},
       {"with the decay of the weight after the step, not before it", {.decay_of_new = true}},
       {"without the decay", {.no_decay = true}},
       {"by adding the decay, which is to be subtracted", {.decay_sign = -1}},
       {"by going uphill: the step has to be subtracted", {.step_sign = -1}},
       {"without the factor 1 - beta1 of the gradient", {.mean_share = 1 / (1 - double{0.9f})}},
       {"without the factor 1 - beta2 of the squared gradient",
        {.square_share = 1 / (1 - double{0.99f})}},
       {"with the gradient alone, and not its average", {.mean_alone = true}},
       {"with the square of the gradient alone, and not its average", {.square_alone = true}},
       {"by storing the averages after their correction, which belongs to this step alone",
        {.keeps_corrected = true}},
       {"without the gradient in the mean", {.mean_share = 0}},
       {"without the gradient in the square", {.square_share = 0}}},
      [&inputs, &begin, rate, decay, member](const change& by) {
        return changed_adamw(inputs, begin, rate, decay, by).*member;
      });
}

}  // namespace lesson15::reference
