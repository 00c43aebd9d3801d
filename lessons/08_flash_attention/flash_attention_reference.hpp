/// \file
/// Lesson 08's oracle: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <kernelwright/testing/finite_differences.hpp>
#include <kernelwright/testing/row_products.hpp>

namespace lesson08::reference {

struct problem {
  std::size_t batch, heads, kv_heads, n, d;
  bool causal = false;
  std::size_t window =
      0;  ///< how many columns a row sees, up to its own, if the problem is causal; 0: all
};

struct result {
  std::vector<double> o, lse;
  double largest_score = 0;  ///< by magnitude
  double largest_value = 0;  ///< of v, by magnitude
};

/// The head of k and v that head `head` of q, of all batches, attends to.
inline std::size_t kv_head_of(const problem& p, std::size_t head) {
  return head / p.heads * p.kv_heads + head % p.heads / (p.heads / p.kv_heads);
}

/// The sum of the products of two rows of d elements.
inline double product(const problem& p, const std::vector<double>& a, std::size_t a_row,
                      const std::vector<double>& b, std::size_t b_row) {
  return kw::testing::sum_of_products(a.data() + a_row * p.d, b.data() + b_row * p.d, p.d);
}

/// The first column that row i sees.
inline std::size_t first_column(const problem& p, std::size_t i) {
  return p.window > 0 && i + 1 > p.window ? i + 1 - p.window : 0;
}

/// The scores of row i of head `head`, of the columns that it sees.
inline std::vector<double> scores_of(const problem& p, std::size_t head, std::size_t i,
                                     const std::vector<double>& q, const std::vector<double>& k) {
  std::vector<double> scores((p.causal ? i + 1 : p.n) - first_column(p, i));
  const std::size_t first_key = kv_head_of(p, head) * p.n + first_column(p, i);
  for (std::size_t j = 0; j < scores.size(); ++j) {
    scores[j] =
        product(p, q, head * p.n + i, k, first_key + j) / std::sqrt(static_cast<double>(p.d));
  }
  return scores;
}

/// Adds one row: the scores of row i of head `head`, their softmax, and the mean of v with these
/// weights.
inline void attend(const problem& p, std::size_t head, std::size_t i, const std::vector<double>& q,
                   const std::vector<double>& k, const std::vector<double>& v, result& r) {
  std::vector<double> scores = scores_of(p, head, i, q, k);
  double largest = -std::numeric_limits<double>::infinity();
  for (const double score : scores) {
    largest = std::max(largest, score);
    r.largest_score = std::max(r.largest_score, std::fabs(score));
  }
  double sum = 0;
  for (double& score : scores) {
    score = std::exp(score - largest);
    sum += score;
  }
  r.lse[head * p.n + i] = largest + std::log(sum);
  const std::size_t first_key = kv_head_of(p, head) * p.n + first_column(p, i);
  for (std::size_t j = 0; j < scores.size(); ++j) {
    kw::testing::add_multiple(r.o.data() + (head * p.n + i) * p.d, scores[j] / sum,
                              v.data() + (first_key + j) * p.d, p.d);
  }
}

/// \param q `[batch, heads, n, d]`  \param k,v `[batch, kv_heads, n, d]`, all row-major
inline result attention(const problem& p, const std::vector<double>& q,
                        const std::vector<double>& k, const std::vector<double>& v) {
  result r;
  r.o.resize(q.size());
  r.lse.resize(p.batch * p.heads * p.n);
  for (std::size_t head = 0; head < p.batch * p.heads; ++head) {
    for (std::size_t i = 0; i < p.n; ++i) {
      attend(p, head, i, q, k, v, r);
    }
  }
  for (const double value : v) {
    r.largest_value = std::max(r.largest_value, std::fabs(value));
  }
  return r;
}

/// One gradient. The terms of an element are rounded on the way to it, and before them dp and
/// delta, which may cancel; so `terms` is the largest sum of the magnitudes of an element's terms,
/// and `parts` the same with dp and delta apart.
struct gradient {
  std::vector<double> value;
  double terms = 0, parts = 0;
};

struct gradients {
  gradient dq, dk, dv;
};

/// Elements under way: the sums so far, and the sums of magnitudes.
struct sums {
  std::vector<double> value, terms, parts;

  explicit sums(std::size_t size) : value(size), terms(size), parts(size) {}
  void add(std::size_t row, std::size_t d, const std::vector<double>& factors,
           std::size_t factor_row, double weight, double weight_in_parts) {
    const double* factor = factors.data() + factor_row * d;
    kw::testing::add_multiple(value.data() + row * d, weight, factor, d);
    kw::testing::add_magnitudes(terms.data() + row * d, weight, factor, d);
    kw::testing::add_magnitudes(parts.data() + row * d, weight_in_parts, factor, d);
  }
  gradient done() const {
    const auto largest = [](const std::vector<double>& of) {
      return of.empty() ? 0 : *std::max_element(of.begin(), of.end());
    };
    return {value, largest(terms), largest(parts)};
  }
};

/// The gradients by the formulas of flash_attention.hpp, from the o and lse that the kernel gets.
inline gradients attention_backward(const problem& p, const std::vector<double>& q,
                                    const std::vector<double>& k, const std::vector<double>& v,
                                    const std::vector<double>& o, const std::vector<double>& lse,
                                    const std::vector<double>& dout) {
  const double root = std::sqrt(static_cast<double>(p.d));
  sums dq(q.size()), dk(k.size()), dv(v.size());
  for (std::size_t row = 0; row < p.batch * p.heads * p.n; ++row) {
    const std::size_t head = row / p.n;
    const double delta = product(p, dout, row, o, row);
    const std::vector<double> scores = scores_of(p, head, row % p.n, q, k);
    const std::size_t first_key = kv_head_of(p, head) * p.n + first_column(p, row % p.n);
    for (std::size_t j = 0; j < scores.size(); ++j) {
      const std::size_t column = first_key + j;
      const double weight = std::exp(scores[j] - lse[row]);
      const double dp = product(p, dout, row, v, column);
      const double ds = weight * (dp - delta) / root;
      const double in_parts = weight * (std::fabs(dp) + std::fabs(delta)) / root;
      dq.add(row, p.d, k, column, ds, in_parts);
      dk.add(column, p.d, q, row, ds, in_parts);
      dv.add(column, p.d, dout, row, weight, weight);
    }
  }
  return {dq.done(), dk.done(), dv.done()};
}

/// The slopes of the loss sum(attention(q, k, v) * dout) with respect to `inputs`, which is q, k or
/// v, by finite differences. It does not use the formulas above, and so can tell whether they are
/// right.
inline gradient numerical_gradient(const problem& p, std::vector<double>& inputs,
                                   const std::vector<double>& q, const std::vector<double>& k,
                                   const std::vector<double>& v, const std::vector<double>& dout) {
  const auto loss = [&] { return kw::testing::weighted_sum(attention(p, q, k, v).o, dout); };
  return {kw::testing::slopes(inputs, loss)};
}

}  // namespace lesson08::reference
