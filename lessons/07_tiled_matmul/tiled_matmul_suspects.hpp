/// \file
/// What likely mistakes in lesson 07 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace lesson07::reference {

struct product_shape {
  std::size_t m, n, k;
};

/// The columns of a, and the rows of b, that a sum covers.
struct product_change {
  std::size_t begin = 0, end = 0;  ///< end: 0 for k
  std::size_t repeated = 0;  ///< every step takes the first `repeated` rows of b; 0: it moves on
  bool a_turned = false, b_turned = false;
};

inline std::vector<double> changed_product(const std::vector<double>& a,
                                           const std::vector<double>& b, const product_shape& s,
                                           const product_change& by) {
  std::vector<double> c(s.m * s.n);
  const std::size_t end = by.end == 0 ? s.k : std::min(by.end, s.k);
  for (std::size_t i = 0; i < s.m; ++i) {
    for (std::size_t p = by.begin; p < end; ++p) {
      const std::size_t q = by.repeated == 0 ? p : p % by.repeated;
      const double factor = by.a_turned ? a[p * s.m + i] : a[i * s.k + p];
      for (std::size_t j = 0; j < s.n; ++j) {
        c[i * s.n + j] += factor * (by.b_turned ? b[j * s.k + q] : b[q * s.n + j]);
      }
    }
  }
  return c;
}

/// Likely mistakes in `[m, n]` a b, for the steps along k that kernels usually take.
inline kw::testing::suspects of_matmul(const std::vector<double>& a, const std::vector<double>& b,
                                       const product_shape& s) {
  constexpr std::size_t kMost =
      30'000'000;  // products: few enough that a failed test answers within seconds
  kw::testing::suspects result;
  if (s.m * s.n * s.k > kMost) {
    return result;
  }
  const auto add = [&](const std::string& words, const product_change& by) {
    result.push_back({words, [&a, &b, s, by] { return changed_product(a, b, s, by); }});
  };
  add("by reading a as if its columns were one after another in memory (a turned)",
      {.a_turned = true});
  add("by reading b as if its columns were one after another in memory (b turned)",
      {.b_turned = true});
  for (const std::size_t step : {16, 32, 64, 128}) {
    if (step >= s.k) {
      continue;
    }
    const std::string steps = "steps of " + std::to_string(step) + " along k";
    add("from the first of the " + steps, {.end = step});
    add("without the first of the " + steps, {.begin = step});
    const std::size_t last = (s.k - 1) / step * step;
    add("without the last of the " + steps, {.end = last});
    add("from the last of the " + steps +
            ": each step begins its sum anew, without the acc of the steps before",
        {.begin = last});
    add("by taking the same rows of b in all " + steps, {.repeated = step});
  }
  return result;
}

/// Likely mistakes in `[m, n]` max(a b + bias, 0).
inline kw::testing::suspects of_bias_relu(const std::vector<double>& product,
                                          const std::vector<double>& bias, const product_shape& s) {
  using function = double (*)(double sum, double shift, double shift_of_row);
  kw::testing::suspects result = kw::testing::with_changes<function>(
      {{"without the bias", [](double p, double, double) { return std::max(p, 0.0); }},
       {"by subtracting the bias, which has to be added",
        [](double p, double b, double) { return std::max(p - b, 0.0); }},
       {"with the bias of the row, where that of the column is meant",
        [](double p, double, double r) { return std::max(p + r, 0.0); }},
       {"by adding the bias twice",
        [](double p, double b, double) { return std::max(p + 2 * b, 0.0); }},
       {"by adding the bias after ReLU",
        [](double p, double b, double) { return std::max(p, 0.0) + b; }},
       {"by multiplying by the bias",
        [](double p, double b, double) { return std::max(p * b, 0.0); }},
       {"without ReLU", [](double p, double b, double) { return p + b; }},
       {"by the absolute value, where negative numbers become 0",
        [](double p, double b, double) { return std::fabs(p + b); }},
       {"by the minimum, where the maximum with 0 is meant",
        [](double p, double b, double) { return std::min(p + b, 0.0); }},
       {"by the larger of the result and 1: the limit is 1 and not 0",
        [](double p, double b, double) { return std::max(p + b, 1.0); }}},
      [&product, &bias, s](function of) {
        std::vector<double> c(product.size());
        for (std::size_t i = 0; i < c.size(); ++i) {
          c[i] = of(product[i], bias[i % s.n], bias[i / s.n % s.n]);
        }
        return c;
      });
  result.push_back(kw::testing::slips_in({s.m, s.n}, [&product, &bias] {
    using kw::testing::formula;
    return maximum(formula::of("a b", product) + formula::for_column("bias", bias), 0);
  }));
  return result;
}

/// The mistakes in the product itself, followed by the right bias and ReLU.
inline void add_products(const std::vector<double>& a, const std::vector<double>& b,
                         const std::vector<double>& bias, const product_shape& s,
                         kw::testing::suspects& result) {
  for (const kw::testing::suspect& of_product : of_matmul(a, b, s)) {
    result.push_back({of_product.words, [values = of_product.values, &bias, s] {
                        std::vector<double> c = values();
                        for (std::size_t i = 0; i < c.size(); ++i) {
                          c[i] = std::max(c[i] + bias[i % s.n], 0.0);
                        }
                        return c;
                      }});
  }
}

}  // namespace lesson07::reference
