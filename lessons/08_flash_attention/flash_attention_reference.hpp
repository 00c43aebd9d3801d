/// \file
/// Lesson 08's oracle: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace lesson08::reference {

struct problem {
  std::size_t batch, heads, kv_heads, n, d;
  bool causal = false;
};

struct result {
  std::vector<double> o, lse;
  double largest_score = 0;  ///< in size
  double largest_value = 0;  ///< of v, in size
};

/// Adds one row: the scores of row i of head `head`, their softmax, and the mean of v that it
/// makes.
inline void attend(const problem& p, std::size_t head, std::size_t i, const std::vector<double>& q,
                   const std::vector<double>& k, const std::vector<double>& v, result& r) {
  const std::size_t batch = head / p.heads, group = p.heads / p.kv_heads;
  const std::size_t kv_head = batch * p.kv_heads + head % p.heads / group;
  const double* q_row = &q[(head * p.n + i) * p.d];
  const std::size_t columns = p.causal ? i + 1 : p.n;
  std::vector<double> scores(columns);
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < columns; ++j) {
    const double* k_row = &k[(kv_head * p.n + j) * p.d];
    for (std::size_t c = 0; c < p.d; ++c) {
      scores[j] += q_row[c] * k_row[c];
    }
    scores[j] /= std::sqrt(static_cast<double>(p.d));
    largest = std::max(largest, scores[j]);
    r.largest_score = std::max(r.largest_score, std::fabs(scores[j]));
  }
  double sum = 0;
  for (double& score : scores) {
    score = std::exp(score - largest);
    sum += score;
  }
  r.lse[head * p.n + i] = largest + std::log(sum);
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t c = 0; c < p.d; ++c) {
      r.o[(head * p.n + i) * p.d + c] += scores[j] / sum * v[(kv_head * p.n + j) * p.d + c];
    }
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

}  // namespace lesson08::reference
