/// \file
/// What likely mistakes in the gradients of lesson 08 compute: wrong oracles, for the text of a
/// failed test.
#pragma once

#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "attention_suspects.hpp"
#include "flash_attention_reference.hpp"

namespace lesson08::reference {

/// The arrays from which the gradients are computed.
struct gradient_arrays {
  std::vector<double> q, k, v, o, lse, dout;
};

/// Gradients in which each step can be replaced by another one.
struct gradient_change {
  double scale = 0;            ///< of the result; 0: 1 / sqrt(d)
  double delta = 1;            ///< how often delta is subtracted: 0 leaves it out, -1 adds it
  double dp = 1;               ///< the same for dp
  bool weighted = true;        ///< ds is multiplied by p
  bool all_columns = false;    ///< as if the problem were not causal
  std::ptrdiff_t more = 0;     ///< columns that a row sees beyond its own
  bool ds_for_p = false;       ///< dv is computed from ds
  bool p_for_ds = false;       ///< dq and dk are computed from p
  bool other_operand = false;  ///< v for k in dq, dout for q in dk, q for dout in dv
  double score_scale = 0;      ///< of the scores; 0: 1 / sqrt(d)
  attention_change::head of = attention_change::head::right;
};

enum class gradient_of { q, k, v };

/// One of the gradients, with one change.
inline std::vector<double> changed_gradient(const problem& p, const gradient_arrays& a,
                                            gradient_of which, const gradient_change& by) {
  const double root = std::sqrt(static_cast<double>(p.d));
  const double scale = by.scale == 0 ? 1 / root : by.scale;
  const double score_scale = by.score_scale == 0 ? 1 / root : by.score_scale;
  std::vector<double> result(which == gradient_of::q ? a.q.size() : a.k.size());
  for (std::size_t row = 0; row < p.batch * p.heads * p.n; ++row) {
    const std::size_t i = row % p.n, keys = changed_head(p, row / p.n, by.of) * p.n;
    const std::ptrdiff_t seen = static_cast<std::ptrdiff_t>(i) + 1 + by.more;
    const std::size_t end =
        p.causal && !by.all_columns
            ? std::min(p.n, static_cast<std::size_t>(std::max<std::ptrdiff_t>(seen, 0)))
            : p.n;
    const double delta = product(p, a.dout, row, a.o, row);
    for (std::size_t j = by.all_columns ? 0 : first_column(p, i); j < end; ++j) {
      const std::size_t column = keys + j;
      const double weight = std::exp(product(p, a.q, row, a.k, column) * score_scale - a.lse[row]);
      const double dp = product(p, a.dout, row, a.v, column);
      const double difference = by.dp * dp - by.delta * delta;
      const double ds = by.p_for_ds ? weight : by.weighted ? weight * difference : difference;
      for (std::size_t c = 0; c < p.d; ++c) {
        if (which == gradient_of::q) {
          result[row * p.d + c] += ds * scale * (by.other_operand ? a.v : a.k)[column * p.d + c];
        } else if (which == gradient_of::k) {
          result[column * p.d + c] += ds * scale * (by.other_operand ? a.dout : a.q)[row * p.d + c];
        } else {
          const double factor = by.ds_for_p ? ds : weight;
          result[column * p.d + c] += factor * (by.scale == 0 ? 1 : scale) *
                                      (by.other_operand ? a.q : a.dout)[row * p.d + c];
        }
      }
    }
  }
  return result;
}

/// Likely mistakes in dq, dk or dv.
inline kw::testing::suspects of_gradient(const problem& p, const gradient_arrays& a,
                                         gradient_of which) {
  using head = attention_change::head;
  const double d = static_cast<double>(p.d), root = std::sqrt(d), ln2 = std::log(2.0);
  constexpr std::size_t kMost = 4'000'000;  // products, to let a failed test answer in seconds
  if (p.batch * p.heads * p.n * p.n * p.d > kMost) {
    return {};
  }
  std::vector<std::pair<const char*, gradient_change>> changes = {
      {"with the first head of k and v for every head", {.of = head::first}},
      {"with the head of k and v that has the number of q's head, without the group",
       {.of = head::same_number}},
      {"by taking the heads of k and v in turn, and not one for each group", {.of = head::in_turn}},
      {"with scores that are not multiplied by the scale", {.score_scale = 1}}};
  if (which == gradient_of::v) {
    changes.push_back(
        {"with ds, where p is meant: dv needs the weights alone", {.ds_for_p = true}});
    changes.push_back({"by multiplying dv by 1 / sqrt(D), which belongs to dk and dq alone",
                       {.scale = 1 / root}});
  } else {
    changes.push_back({"without delta: ds is p * (dp - delta)", {.delta = 0}});
    changes.push_back(
        {"by adding delta, which has to be subtracted: ds is p * (dp - delta)", {.delta = -1}});
    changes.push_back({"with the wrong sign: ds is p * (dp - delta), and not p * (delta - dp)",
                       {.delta = -1, .dp = -1}});
    changes.push_back({"without dp: ds is p * (dp - delta)", {.dp = 0}});
    changes.push_back({"without the weights p: ds is p * (dp - delta)", {.weighted = false}});
    changes.push_back({"with p where ds is meant", {.p_for_ds = true}});
    changes.push_back({"without the factor 1 / sqrt(D), `inverse_root`", {.scale = 1}});
    changes.push_back({"by applying 1 / sqrt(D) twice", {.scale = 1 / d}});
    changes.push_back(
        {"by dividing by 1 / sqrt(D), `inverse_root`, which is a factor", {.scale = root}});
    changes.push_back(
        {"by multiplying by `scale`, which has log2(e) in it, where `inverse_root` "
         "is meant",
         {.scale = 1 / (root * ln2)}});
  }
  changes.push_back({which == gradient_of::q   ? "with v, where the keys k are meant"
                     : which == gradient_of::k ? "with dout, where q is meant"
                                               : "with q, where dout is meant",
                     {.other_operand = true}});
  if (p.causal) {
    changes.push_back({"by letting every row see all columns", {.all_columns = true}});
    changes.push_back(
        {"by hiding a row's own column from it: `<` where `<=` is meant", {.more = -1}});
    changes.push_back({"by letting a row see one column too many", {.more = 1}});
  }
  kw::testing::suspects result;
  for (const auto& [words, by] : changes) {
    result.push_back(
        {words, [&a, p, which, by = by] { return changed_gradient(p, a, which, by); }});
  }
  return result;
}

}  // namespace lesson08::reference
