/// \file
/// What likely mistakes in lesson 08 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "flash_attention_reference.hpp"

namespace lesson08::reference {

/// Attention in which each step can be replaced by another one.
struct attention_change {
  enum class head { right, first, same_number, in_turn, remainder };
  double scale = 0;  ///< of the scores; 0: 1 / sqrt(d)
  double base = 2.718281828459045235;
  std::ptrdiff_t more = 0;     ///< columns that a row sees beyond its own, if the problem is causal
  bool all_columns = false;    ///< as if the problem were not causal
  head of = head::right;       ///< which head of k and v
  std::ptrdiff_t earlier = 0;  ///< columns that a row sees before its window begins
  std::size_t sum_of_last = 0, o_of_last = 0;  ///< columns of a step that replaces the ones before
  std::size_t padded_step = 0;      ///< columns up to the end of a step count, with a score of 0
  std::size_t to_end_of_block = 0;  ///< a row sees all columns up to the end of its block of rows
  std::size_t from_own_block = 0;   ///< the walk begins at the first row of a block of this many
  bool divided = true;              ///< by the sum of the weights
  /// What is not multiplied by exp(old maximum - new maximum) when a step raises the maximum: steps
  /// of this many columns, the sum, the row of o.
  std::size_t rescaled_step = 0;
  bool sum_rescaled = true, o_rescaled = true;
  std::size_t step = 0;    ///< columns of a step, if only one step counts; else 0
  bool last_step = false;  ///< the last one counts, and not the first
  bool log_to_base_2 = false, log_without_sum = false, log_without_maximum = false;
};

inline std::size_t changed_head(const problem& p, std::size_t head, attention_change::head of) {
  const std::size_t batch = head / p.heads, in_batch = head % p.heads;
  switch (of) {
    case attention_change::head::first:
      return 0;
    case attention_change::head::same_number:
      return std::min(head, p.batch * p.kv_heads - 1);
    case attention_change::head::in_turn:
      return batch * p.kv_heads + in_batch % p.kv_heads;
    case attention_change::head::remainder:
      return batch * p.kv_heads + std::min(in_batch % (p.heads / p.kv_heads), p.kv_heads - 1);
    default:
      return kv_head_of(p, head);
  }
}

/// How much more the weights of column j count in the end than they should, because they were not
/// rescaled when later steps raised the maximum.
inline std::vector<double> missing_rescaling(const std::vector<double>& scores, std::size_t step) {
  std::vector<double> factors(scores.size(), 1), largest_so_far;
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t begin = 0; begin < scores.size(); begin += step) {
    const std::size_t end = std::min(scores.size(), begin + step);
    for (std::size_t j = begin; j < end; ++j) {
      largest = std::max(largest, scores[j]);
    }
    largest_so_far.push_back(largest);
  }
  for (std::size_t j = 0; j < scores.size(); ++j) {
    factors[j] = std::exp(largest - largest_so_far[j / step]);
  }
  return factors;
}

/// The columns that row i sees with one change: from the first to the second.
inline std::pair<std::size_t, std::size_t> changed_columns(const problem& p, std::size_t i,
                                                           const attention_change& by) {
  const std::ptrdiff_t seen = static_cast<std::ptrdiff_t>(i) + 1 + by.more;
  std::size_t end =
      !p.causal || by.all_columns
          ? p.n
          : std::min(p.n, static_cast<std::size_t>(std::max<std::ptrdiff_t>(seen, 0)));
  std::size_t begin = by.all_columns ? 0 : first_column(p, i);
  begin = static_cast<std::size_t>(
      std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(begin) - by.earlier));
  if (by.to_end_of_block > 0) {
    end = std::min(p.n, (i / by.to_end_of_block + 1) * by.to_end_of_block);
  }
  if (by.from_own_block > 0) {
    begin = std::max(begin, i / by.from_own_block * by.from_own_block);
  }
  if (by.step > 0 && end > begin) {
    const std::size_t last = begin + (end - begin - 1) / by.step * by.step;
    begin = by.last_step ? last : begin;
    end = by.last_step ? end : std::min(end, begin + by.step);
  }
  return {begin, end};
}

/// o, or lse, with one change.
inline std::vector<double> changed_attention(const problem& p, const std::vector<double>& q,
                                             const std::vector<double>& k,
                                             const std::vector<double>& v,
                                             const attention_change& by, bool lse) {
  std::vector<double> result(lse ? p.batch * p.heads * p.n : q.size());
  const double scale = by.scale == 0 ? 1 / std::sqrt(static_cast<double>(p.d)) : by.scale;
  for (std::size_t row = 0; row < p.batch * p.heads * p.n; ++row) {
    const std::size_t i = row % p.n;
    const std::size_t keys = changed_head(p, row / p.n, by.of) * p.n;
    const auto [begin, end] = changed_columns(p, i, by);
    std::vector<double> weights;
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (std::size_t j = begin; j < end; ++j) {
      weights.push_back(product(p, q, row, k, keys + j) * scale);
      largest = std::max(largest, weights.back());
    }
    const std::size_t padded = by.padded_step == 0 ? 0 : p.n % by.padded_step;
    if (padded > 0) {
      largest = std::max(largest, 0.0);
      sum = static_cast<double>(by.padded_step - padded) * std::pow(by.base, -largest);
    }
    const std::vector<double> stale = by.rescaled_step > 0
                                          ? missing_rescaling(weights, by.rescaled_step)
                                          : std::vector<double>(weights.size(), 1);
    for (std::size_t j = 0; j < weights.size(); ++j) {
      weights[j] = std::pow(by.base, weights[j] - largest);
      const auto is_last = [&](std::size_t step) {
        return step == 0 || j / step == (weights.size() - 1) / step;
      };
      sum += weights[j] * (by.sum_rescaled ? 1 : stale[j]) * (is_last(by.sum_of_last) ? 1 : 0);
      weights[j] *= (by.o_rescaled ? 1 : stale[j]) * (is_last(by.o_of_last) ? 1 : 0);
    }
    if (lse) {
      result[row] = by.log_without_sum       ? largest
                    : by.log_without_maximum ? std::log(sum)
                    : by.log_to_base_2       ? (largest + std::log(sum)) / std::log(2.0)
                                             : largest + std::log(sum) / std::log(by.base);
      continue;
    }
    for (std::size_t j = 0; j < weights.size(); ++j) {
      const double weight = by.divided ? weights[j] / sum : weights[j];
      for (std::size_t c = 0; c < p.d; ++c) {
        result[row * p.d + c] += weight * v[(keys + begin + j) * p.d + c];
      }
    }
  }
  return result;
}

/// What goes wrong at the end of a step: what is forgotten when it raises the maximum, and which
/// columns count.
template <class Add>
void add_steps(std::size_t n, bool lse, bool causal, Add add) {
  for (const std::size_t step :
       {std::size_t{16}, std::size_t{32}, std::size_t{64}, std::size_t{128}}) {
    add("without rescaling the sum l: when a step raises the maximum, what was summed before has "
        "to be multiplied by exp2(old maximum - new maximum)",
        {.rescaled_step = step, .sum_rescaled = false});
    add("by letting columns past n count in the last step: they hold 0, and s must be -inf there",
        {.padded_step = step});
    if (causal) {
      add("without the mask of the diagonal: a row sees columns after its own, up to the end of "
          "its "
          "block",
          {.to_end_of_block = step});
    }
    if (step >= n) {
      return;
    }
    add("with the sum l of the last step alone: each step has to add to the sum so far",
        {.sum_of_last = step});
    if (!lse) {
      add("with acc of the last step alone: each step has to add to acc", {.o_of_last = step});
      add("without rescaling acc: when a step raises the maximum, what was added under the old "
          "maximum has to be multiplied by alpha",
          {.rescaled_step = step, .o_rescaled = false});
      add("without rescaling acc and l: when a step raises the maximum, both have to be "
          "multiplied by alpha = exp2(old maximum - new maximum)",
          {.rescaled_step = step, .sum_rescaled = false, .o_rescaled = false});
    }
  }
}

/// What goes wrong where a row's window begins.
template <class Add>
void add_window(const problem& p, Add add) {
  if (p.window > 0) {
    add("by letting a row see one column more before its window: the window is one too long",
        {.earlier = 1});
    add("by hiding the first column of a row's window: the window is one too short",
        {.earlier = -1});
    for (const std::size_t block : {std::size_t{32}, std::size_t{64}, std::size_t{128}}) {
      if (block < p.n) {
        add("by beginning the walk at the first row of the program: the window of that row begins "
            "`window - 1` columns before it",
            {.from_own_block = block});
      }
    }
  }
}

/// The formula of the weights of one head, or of its log-sum-exp, with a mistake of one step.
inline kw::testing::suspect slips_in_attention(const problem& p, const std::vector<double>& q,
                                               const std::vector<double>& k,
                                               const std::vector<double>& v, bool lse) {
  using kw::testing::formula;
  const auto formula_of_weights = [p, lse, &q, &k] {
    std::vector<double> products(p.n * p.n), visible(p.n * p.n);
    for (std::size_t i = 0; i < p.n; ++i) {
      for (std::size_t j = 0; j < p.n; ++j) {
        const bool seen = !p.causal || (j <= i && (p.window == 0 || i - j < p.window));
        visible[i * p.n + j] = seen ? 1 : 0;
        for (std::size_t c = 0; c < p.d; ++c) {
          products[i * p.n + j] += q[i * p.d + c] * k[j * p.d + c];
        }
      }
    }
    const formula scale = formula::constant("scale", 1 / std::sqrt(static_cast<double>(p.d)));
    const formula scores = (formula::of("q k^T", std::move(products)) * scale).named("s");
    const formula nothing(-std::numeric_limits<double>::infinity());
    const formula s =
        p.causal ? where(formula::of("mask", std::move(visible)), scores, nothing) : scores;
    const formula m = row_max(s).named("m"), e = exp(s - m).named("p");
    return lse ? log(row_sum(e)) + m : e / row_sum(e);
  };
  const auto times_v = [p, &v](const std::vector<double>& weights) {
    std::vector<double> o(p.n * p.d);
    for (std::size_t i = 0; i < p.n; ++i) {
      for (std::size_t j = 0; j < p.n; ++j) {
        for (std::size_t c = 0; c < p.d; ++c) {
          o[i * p.d + c] += weights[i * p.n + j] * v[j * p.d + c];
        }
      }
    }
    return o;
  };
  const kw::testing::formula_shape shape{p.n, p.n, lse};
  return lse ? kw::testing::slips_in(shape, formula_of_weights)
             : kw::testing::slips_in(shape, formula_of_weights, times_v);
}

/// Likely mistakes in o `[batch, heads, n, d]`, or in lse `[batch, heads, n]`.
inline kw::testing::suspects of_attention(const problem& p, const std::vector<double>& q,
                                          const std::vector<double>& k,
                                          const std::vector<double>& v, bool lse = false) {
  using head = attention_change::head;
  const double d = static_cast<double>(p.d), root = std::sqrt(d), ln2 = std::log(2.0);
  constexpr std::size_t kMost =
      25'000'000;  // products: few enough that a failed test answers within seconds
  if (p.batch * p.heads * p.n * p.n * p.d > kMost) {
    return {};
  }
  kw::testing::suspects result = kw::testing::with_changes<attention_change>(
      {{"without the scale 1/sqrt(D)", {.scale = 1}},
       {"by dividing the scores by D, and not by its square root", {.scale = 1 / d}},
       {"by applying the scale 1/sqrt(D) twice, log2(e) included", {.scale = 1 / (d * ln2)}},
       {"by multiplying by sqrt(D), where a division by it is meant", {.scale = root}},
       {"with exp2 of scores that were not multiplied by log2(e)", {.scale = ln2 / root}},
       {"with exp of scores that were multiplied by log2(e), for exp2",
        {.scale = 1 / (root * ln2)}},
       {"with the wrong sign of the scores", {.scale = -1 / root}},
       {"with the first head of k and v for every head", {.of = head::first}},
       {"with the head of k and v that has the number of q's head, without the group",
        {.of = head::same_number}},
       {"by taking the heads of k and v in turn, and not one for each group",
        {.of = head::in_turn}},
       {"with the remainder `head % group`, which counts the heads of a group, where the number of "
        "the group, `head / group`, is meant",
        {.of = head::remainder}},
       {"without dividing by the sum of the weights", {.divided = false}},
       {"from the first 64 columns alone", {.step = 64}},
       {"from the last step of 64 columns alone", {.step = 64, .last_step = true}},
       {"from the first 32 columns alone", {.step = 32}},
       {"from the last step of 32 columns alone", {.step = 32, .last_step = true}},
       {"from the first 128 columns alone", {.step = 128}}},
      [=, &q, &k, &v](const attention_change& by) {
        return changed_attention(p, q, k, v, by, lse);
      });
  const auto add = [&](const char* words, const attention_change& by) {
    result.push_back({words, [=, &q, &k, &v] { return changed_attention(p, q, k, v, by, lse); }});
  };
  if (p.causal) {
    add("by letting every row see all columns", {.all_columns = true});
    add("by hiding a row's own column from it: `<` where `<=` is meant", {.more = -1});
    add("by letting a row see one column too many", {.more = 1});
  }
  add_window(p, add);
  add_steps(p.n, lse, p.causal, add);
  if (lse) {
    add("with a logarithm to base 2, which has to be multiplied by ln 2", {.log_to_base_2 = true});
    add("by storing the largest score, without the logarithm of the sum",
        {.log_without_sum = true});
    add("without the maximum, which has to be added back to the logarithm",
        {.log_without_maximum = true});
  }
  if (p.batch * p.heads == 1) {
    result.push_back(slips_in_attention(p, q, k, v, lse));
  }
  return result;
}

}  // namespace lesson08::reference
