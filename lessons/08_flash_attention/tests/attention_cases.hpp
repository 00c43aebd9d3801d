/// \file
/// The cases of lesson 08's tests, their inputs, and how inexact a result may be.
#pragma once

#include <kernelwright/testing/testing.hpp>

#include "../flash_attention.hpp"
#include "../flash_attention_reference.hpp"
#include "limits.hpp"

namespace lesson08 {

using namespace kw::testing;
using kw::float16_t;

struct array_extents {
  std::int64_t of[4];
};

struct attention_case {
  std::int64_t n, d;
  bool causal = false;
  std::int64_t batch = 1, heads = 1, kv_heads = 1;
  double size = 1;          // of q and k: scores grow with its square
  double sign = 1;          // of most scores
  std::int64_t window = 0;  // 0: none

  std::int64_t q_size() const { return batch * heads * n * d; }
  std::int64_t kv_size() const { return batch * kv_heads * n * d; }
  array_extents q_extents() const { return {{batch, heads, n, d}}; }
  array_extents kv_extents() const { return {{batch, kv_heads, n, d}}; }
  reference::problem problem() const {
    return {static_cast<std::size_t>(batch),    static_cast<std::size_t>(heads),
            static_cast<std::size_t>(kv_heads), static_cast<std::size_t>(n),
            static_cast<std::size_t>(d),        causal,
            static_cast<std::size_t>(window)};
  }
};

inline std::string shape(const attention_case& c) {
  return "n = " + std::to_string(c.n) + ", d = " + std::to_string(c.d) +
         (c.causal ? ", causal" : "") +
         (c.window > 0 ? ", window = " + std::to_string(c.window) : "") +
         ", batch = " + std::to_string(c.batch) + ", heads = " + std::to_string(c.heads) +
         ", kv_heads = " + std::to_string(c.kv_heads);
}

/// Random heads, of which several share one of k and v.
inline attention_case any_heads(size_draw& d) {
  attention_case c{d.length(0, 300), d.below(2) == 0 ? 64 : 128, d.below(2) == 0, 1 + d.below(2)};
  c.kv_heads = 1 + d.below(2);
  c.heads = c.kv_heads * (1 + d.below(3));
  return c;
}
/// The same for a function in which none shares, and rows see all columns, or those up to their
/// own.
template <bool CAUSAL>
attention_case any_attention(size_draw& d) {
  attention_case c = any_heads(d);
  c.kv_heads = c.heads;
  c.causal = CAUSAL;
  return c;
}

// Every edge of tiles of 32, 64, 128 and 192 rows.
inline std::vector<attention_case> lengths(std::int64_t d, bool causal) {
  std::vector<attention_case> cases;
  for (const std::int64_t n : {1, 17, 63, 64, 65, 100, 128, 193, 300}) {
    cases.push_back({n, d, causal});
  }
  return cases;
}

inline std::vector<attention_case> head_sizes(bool causal) {
  return {{129, 128, causal}, {200, 128, causal}, {200, 64, causal, 2, 2, 2}};
}

inline std::vector<attention_case> batches_and_heads(bool causal) {
  return {{70, 64, causal, 1, 3, 3}, {33, 64, causal, 2, 2, 2}, {0, 64, causal}};
}

inline std::vector<attention_case> shared_heads(bool causal) {
  return {{65, 64, causal, 1, 4, 2},
          {65, 64, causal, 2, 4, 4},
          {40, 64, causal, 2, 6, 2},
          {33, 64, causal, 3, 3, 1}};
}

// Scores of up to 10,000 of both signs.
inline std::vector<attention_case> large_scores(bool causal) {
  return {{100, 64, causal, 1, 1, 1, 28}, {130, 64, causal, 1, 1, 1, 28}};
}

template <class T>
tolerance limit_of(const reference::result& want) {
  return limit<T>(want.largest_value, want.largest_score);
}

inline tolerance limit_of_sums(const reference::result& want) {
  return {4e-6 + want.largest_score * 0x1p-21, 1e-6, "float32 scores and sums"};
}

/// The inputs of a forward pass.
template <class T>
struct attention_inputs {
  reference::problem problem;
  std::vector<T> q, k, v;

  explicit attention_inputs(const attention_case& c)
      : problem(c.problem()),
        q(make_input<T>(c.q_size(), 1, {-1 * c.size, 2 * c.size})),
        k(make_input<T>(c.kv_size(), 2, {-1 * c.size * c.sign, 2 * c.size * c.sign})),
        v(make_input<T>(c.kv_size(), 3)) {}

  reference::result expected() const {
    return reference::attention(problem, to_doubles(q), to_doubles(k), to_doubles(v));
  }
};

// p and ds are rounded to float16: each term by half a unit in its last place, or 2^-25 if it is
// tiny. An exponential is as inexact as in the forward pass. dp and delta are float32 sums of up to
// 128 terms: a tensor core cuts off a unit in the last place at each of 8 additions.
inline tolerance limit_of(const reference::gradient& want, const attention_case& c,
                          double largest_score) {
  const double tiny = 0x1p-25 * 2 * c.size * static_cast<double>(c.n * c.heads / c.kv_heads);
  return {want.terms * (0x1p-11 + largest_score * 0x1p-21) + want.parts * 0x1p-19 + tiny, 0x1p-11,
          "p, ds and the result rounded to float16, float32 sums"};
}

/// The inputs of a backward pass, with o and lse from the oracle.
struct backward_inputs : attention_inputs<float16_t> {
  reference::result forward;
  std::vector<float16_t> o, dout;
  std::vector<float> lse;

  explicit backward_inputs(const attention_case& c)
      : attention_inputs(c),
        forward(expected()),
        dout(make_input<float16_t>(c.q_size(), 4)),
        lse(forward.lse.begin(), forward.lse.end()) {
    for (const double value : forward.o) {
      o.push_back(kw::core::convert<float16_t>(value));
    }
  }

  reference::gradients want() const {
    return reference::attention_backward(problem, to_doubles(q), to_doubles(k), to_doubles(v),
                                         to_doubles(o), to_doubles(lse), to_doubles(dout));
  }
};

}  // namespace lesson08
