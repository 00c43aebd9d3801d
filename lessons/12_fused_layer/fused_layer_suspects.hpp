/// \file
/// What likely mistakes in elective 12 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "fused_layer_reference.hpp"

namespace lesson12::reference {

using kw::testing::suspects;
using kw::testing::with_changes;

/// Likely mistakes in gelu(x w + bias), where `product` is x w.
inline suspects of_linear_gelu(const values& product, const values& bias) {
  using function = double (*)(double sum, double shift);
  suspects result = with_changes<function>(
      {{"without the bias", [](double p, double) { return gelu(p); }},
       {"by adding the bias after GELU", [](double p, double b) { return gelu(p) + b; }},
       {"without GELU", [](double p, double b) { return p + b; }},
       {"without the bias and GELU", [](double p, double) { return p; }},
       {"by ReLU, max(z, 0), where GELU is meant",
        [](double p, double b) { return std::max(p + b, 0.0); }},
       {"by z * sigmoid(z), where GELU is meant",
        [](double p, double b) { return (p + b) / (1 + std::exp(-p - b)); }},
       {"by the sigmoid of u, where that of 2 u is half of 1 + tanh(u)",
        [](double p, double b) {
          const double z = p + b;
          return z / (1 + std::exp(-0.79788456080286536 * (z + 0.044715 * z * z * z)));
        }},
       {"without the factor 1/2", [](double p, double b) { return 2 * gelu(p + b); }},
       {"by tanh without adding 1",
        [](double p, double b) {
          const double z = p + b;
          return z / 2 * std::tanh(0.79788456080286536 * (z + 0.044715 * z * z * z));
        }}},
      [&product, &bias](function of) {
        values out(product.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
          out[i] = of(product[i], bias[i % bias.size()]);
        }
        return out;
      });
  result.push_back(kw::testing::slips_in(
      {kw::testing::rows_in(product.size(), bias.size()), bias.size()}, [&product, &bias] {
        using kw::testing::formula;
        const formula sum = formula::of("x w", product) + formula::for_column("bias", bias);
        const formula z = sum.named("z");
        const formula u = (0.79788456080286536 * (z + 0.044715 * z * z * z)).named("u");
        return z * sigmoid(2 * u);
      }));
  return result;
}

/// Likely mistakes in layer_norm(x) w.
inline suspects of_layernorm_linear(const values& x, const values& gamma, const values& beta,
                                    const row_statistics& s, const values& w) {
  const std::size_t k = gamma.size(), n = w.size() / k, m = s.mean.size();
  const values ones(k, 1.0), zeros(k);
  const row_statistics centred{s.mean, values(m, 1.0)}, scaled{values(m), s.rstd};
  const auto with = [&x, &w, k, n](const row_statistics& by, const values& g, const values& b) {
    return [&x, &w, k, n, by, g, b] { return product(normalised(x, by, g, b), w, k, n); };
  };
  suspects result = {{"without LayerNorm", [&x, &w, k, n] { return product(x, w, k, n); }},
                     {"without gamma", with(s, ones, beta)},
                     {"without beta", with(s, gamma, zeros)},
                     {"without gamma and beta", with(s, ones, zeros)},
                     {"without multiplying by rstd", with(centred, gamma, beta)},
                     {"without subtracting the mean", with(scaled, gamma, beta)},
                     {"by normalising the product, where the elements of x are meant, before gamma",
                      [&x, &gamma, &beta, &w, k, n, m, s] {
                        const row_statistics as_it_is{values(m), values(m, 1.0)};
                        values out = product(normalised(x, as_it_is, gamma, beta), w, k, n);
                        for (std::size_t i = 0; i < out.size(); ++i) {
                          out[i] = (out[i] - s.mean[i / n]) * s.rstd[i / n];
                        }
                        return out;
                      }}};
  const auto normal = [&x, &gamma, &beta, s] {
    using kw::testing::formula;
    const formula apart = formula::of("x", x) - formula::for_row("mean", s.mean);
    const formula rows = (apart * formula::for_row("rstd", s.rstd)).named("normal");
    return rows * formula::for_column("gamma", gamma) + formula::for_column("beta", beta);
  };
  result.push_back(kw::testing::slips_in(
      {m, k}, normal, [&w, k, n](const values& h) { return product(h, w, k, n); }));
  return result;
}

/// Likely mistakes in gelu(rstd * (x folded) + shift), where `mean` is the mean of each row.
inline suspects of_fused_layer(const values& x, const values& folded, const values& shift,
                               const row_statistics& s, double eps) {
  const std::size_t m = s.mean.size(), n = shift.size();
  const auto with = [&x, &folded](const values& rstd, const values& t) {
    return [&x, &folded, rstd, t] { return gelu(scaled_product(x, folded, t, rstd)); };
  };
  values of_squares(m), deviation(m);
  for (std::size_t i = 0; i < m; ++i) {
    of_squares[i] = 1 / std::sqrt(1 / (s.rstd[i] * s.rstd[i]) + s.mean[i] * s.mean[i]);
    deviation[i] = 1 / (s.rstd[i] * s.rstd[i]);
  }
  suspects result = {
      {"without multiplying by rstd", with(values(m, 1.0), shift)},
      {"with a variance of 1 in each row", with(values(m, 1 / std::sqrt(1 + eps)), shift)},
      {"by the mean of the squares, without subtracting the square of the mean",
       with(of_squares, shift)},
      {"by multiplying by the variance, where 1 / sqrt(variance) is meant", with(deviation, shift)},
      {"by multiplying the shift by rstd as well",
       [&x, &folded, &shift, s] { return gelu(scaled_product(x, folded, shift, s.rstd, s.rstd)); }},
      {"without the shift", with(s.rstd, values(n))},
      {"without the shift and with a variance of 1",
       with(values(m, 1 / std::sqrt(1 + eps)), values(n))},
      {"without GELU",
       [&x, &folded, &shift, s] { return scaled_product(x, folded, shift, s.rstd); }}};
  const auto statistics_of_last = [&x, &folded, &shift, m, eps](std::size_t step,
                                                                bool squares_only) {
    const std::size_t k = x.size() / m, last = (k - 1) / step * step;
    values rstd(m);
    for (std::size_t row = 0; row < m; ++row) {
      double sum = 0, squares = 0;
      for (std::size_t p = 0; p < k; ++p) {
        const double each = x[row * k + p];
        sum += squares_only || p >= last ? each : 0;
        squares += !squares_only || p >= last ? each * each : 0;
      }
      const double mean = sum / static_cast<double>(k);
      rstd[row] =
          1 / std::sqrt(std::max(squares / static_cast<double>(k) - mean * mean, 0.0) + eps);
    }
    return gelu(scaled_product(x, folded, shift, rstd));
  };
  for (const std::size_t step : {std::size_t{32}, std::size_t{64}}) {
    if (m > 0 && step < x.size() / m) {
      result.push_back({"with the squares of the last step alone: each step has to add to them",
                        [=] { return statistics_of_last(step, true); }});
      result.push_back({"with the sum of the last step alone: each step has to add to it",
                        [=] { return statistics_of_last(step, false); }});
    }
  }
  return result;
}

}  // namespace lesson12::reference
