/// \file
/// What likely mistakes in elective 14 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "dropout_reference.hpp"

namespace lesson14::reference {

/// Where an element is, and which seed there is.
struct draw {
  std::size_t i, columns;  // of a matrix; of a vector a block's
  int seed;
  std::size_t stride = 0;  // of a matrix: how far its rows are apart
};
/// Which number an element draws: a seed and a counter.
using drawn = std::pair<int, std::size_t> (*)(const draw&);

inline constexpr drawn kOwn = [](const draw& d) { return std::pair(d.seed, d.i); };

/// What can be wrong about the numbers themselves, in words.
inline std::vector<std::pair<const char*, drawn>> other_numbers(bool matrix) {
  std::vector<std::pair<const char*, drawn>> all = {
      {"with the number after the element's own",
       [](const draw& d) { return std::pair(d.seed, d.i + 1); }},
      {"with the numbers of the next seed",
       [](const draw& d) { return std::pair(d.seed + 1, d.i); }},
      {"with the numbers of seed 0", [](const draw& d) { return std::pair(0, d.i); }},
      {"with seed and counter exchanged",
       [](const draw& d) {
         return std::pair(static_cast<int>(d.i), static_cast<std::size_t>(d.seed));
       }},
      {"with the sum of seed and counter as the counter, and 0 as the seed",
       [](const draw& d) { return std::pair(0, d.i + static_cast<std::size_t>(d.seed)); }},
      {"by adding the seed to the counter",
       [](const draw& d) { return std::pair(d.seed, d.i + static_cast<std::size_t>(d.seed)); }},
      {"with one number for all elements",
       [](const draw& d) { return std::pair(d.seed, std::size_t{0}); }}};
  const std::vector<std::pair<const char*, drawn>> of_vector = {
      {"with the same numbers in every block",
       [](const draw& d) { return std::pair(d.seed, d.i % d.columns); }},
      {"with one number for each block: the program, and not the element, is the counter",
       [](const draw& d) { return std::pair(d.seed, d.i / d.columns); }},
      {"with the number of the program added to the seed", [](const draw& d) {
         return std::pair(d.seed + static_cast<int>(d.i / d.columns), d.i % d.columns);
       }}};
  const std::vector<std::pair<const char*, drawn>> of_matrix = {
      {"with the same numbers in every row: the counter is the column alone",
       [](const draw& d) { return std::pair(d.seed, d.i % d.columns); }},
      {"with one number for each row: the counter is the row alone",
       [](const draw& d) { return std::pair(d.seed, d.i / d.columns); }},
      {"by counting the gaps between the rows as well: the counter is an address, and not the "
       "element's number",
       [](const draw& d) {
         return std::pair(d.seed, d.i / d.columns * d.stride + d.i % d.columns);
       }},
      {"with row * 1024 + column as the counter: rows are as long as they have columns, and not as "
       "a block",
       [](const draw& d) { return std::pair(d.seed, d.i / d.columns * 1024 + d.i % d.columns); }},
      {"with row + column as the counter",
       [](const draw& d) { return std::pair(d.seed, d.i / d.columns + d.i % d.columns); }},
      {"with the row as the seed",
       [](const draw& d) { return std::pair(static_cast<int>(d.i / d.columns), d.i % d.columns); }},
      {"with the row added to the seed", [](const draw& d) {
         return std::pair(d.seed + static_cast<int>(d.i / d.columns), d.i % d.columns);
       }}};
  const auto& more = matrix ? of_matrix : of_vector;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Of `[n]` the numbers of a seed.
inline kw::testing::suspects of_uniform(int seed, std::size_t n, std::size_t block) {
  kw::testing::suspects result;
  for (const auto& [words, of] : other_numbers(false)) {
    result.push_back({words, [seed, n, block, of = of] {
                        std::vector<double> out(n);
                        for (std::size_t i = 0; i < n; ++i) {
                          const auto [key, counter] = of({i, block, seed});
                          out[i] = random_number(key, counter);
                        }
                        return out;
                      }});
  }
  return result;
}

/// Of `[rows, columns]` residual + dropout(x + bias), or of `[n]` dropout(x): then bias and
/// residual are empty.
struct dropout_inputs {
  const std::vector<float>& x;
  std::vector<float> bias, residual;
  float p;
  int seed;
  std::size_t columns;     ///< of a vector those of a block
  std::size_t stride = 0;  ///< of the rows of a matrix; 0: dense

  double bias_of(std::size_t i) const {
    return bias.empty() ? 0.0 : double{bias[i % columns % bias.size()]};
  }
  double residual_of(std::size_t i) const { return residual.empty() ? 0.0 : double{residual[i]}; }
};

/// An element: v is x + bias where it is not x alone.
struct dropout_element {
  double x, bias, residual, number, p;
};

/// The right formula, element by element.
inline kw::testing::formula formula_of_dropout(const dropout_inputs& in) {
  using kw::testing::formula;
  const auto each = [&in](const char* name, double dropout_element::*member) {
    std::vector<double> all(in.x.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const dropout_element one{in.x[i], in.bias_of(i), in.residual_of(i),
                                random_number(in.seed, i), in.p};
      all[i] = one.*member;
    }
    return formula::of(name, std::move(all));
  };
  const formula p = formula::constant("p", in.p), x = each("x", &dropout_element::x);
  const formula v = in.residual.empty() ? x : (x + each("bias", &dropout_element::bias)).named("v");
  const formula kept = where(at_least(each("rand", &dropout_element::number), p), v / (1 - p), 0);
  return in.residual.empty() ? kept : kept + each("residual", &dropout_element::residual);
}

/// Likely mistakes in a dropout.
inline kw::testing::suspects of_dropout(const dropout_inputs& in) {
  using formula = double (*)(const dropout_element&);
  using element = const dropout_element&;
  const auto values = [in](formula of, drawn by) {
    std::vector<double> out(in.x.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto [seed, counter] =
          by({i, in.columns, in.seed, in.stride == 0 ? in.columns : in.stride});
      out[i] = of({in.x[i], in.bias_of(i), in.residual_of(i), random_number(seed, counter), in.p});
    }
    return out;
  };
  constexpr formula kRight = [](element e) {
    return e.residual + (e.number >= e.p ? (e.x + e.bias) / (1 - e.p) : 0);
  };
  kw::testing::suspects result;
  const auto add = [&](const char* words, formula of) {
    result.push_back({words, [=] { return values(of, kOwn); }});
  };
  add("without the scale: what stays is divided by 1 - p",
      [](element e) { return e.residual + (e.number >= e.p ? e.x + e.bias : 0); });
  add("by multiplying what stays by 1 - p, where a division by it is meant",
      [](element e) { return e.residual + (e.number >= e.p ? (e.x + e.bias) * (1 - e.p) : 0); });
  add("by dividing what stays by p, where 1 - p is meant",
      [](element e) { return e.residual + (e.number >= e.p ? (e.x + e.bias) / e.p : 0); });
  add("by dividing what stays by 1 + p, where 1 - p is meant",
      [](element e) { return e.residual + (e.number >= e.p ? (e.x + e.bias) / (1 + e.p) : 0); });
  add("by keeping the elements that are to be dropped, and dropping the others",
      [](element e) { return e.residual + (e.number < e.p ? (e.x + e.bias) / (1 - e.p) : 0); });
  add("by keeping the elements that are to be dropped, with the scale 1 / p",
      [](element e) { return e.residual + (e.number < e.p ? (e.x + e.bias) / e.p : 0); });
  add("by comparing the number with 1 - p, where p is meant", [](element e) {
    return e.residual + (e.number >= 1 - e.p ? (e.x + e.bias) / (1 - e.p) : 0);
  });
  add("by dropping nothing", [](element e) { return e.residual + (e.x + e.bias) / (1 - e.p); });
  add("by dropping nothing, and without the scale",
      [](element e) { return e.residual + e.x + e.bias; });
  if (!in.residual.empty()) {
    add("without the residual",
        [](element e) { return e.number >= e.p ? (e.x + e.bias) / (1 - e.p) : 0; });
    add("by adding the residual before the dropout, so it is dropped, too",
        [](element e) { return e.number >= e.p ? (e.x + e.bias + e.residual) / (1 - e.p) : 0; });
    add("by adding the residual before the choice, so it is dropped with the rest",
        [](element e) { return e.number >= e.p ? (e.x + e.bias) / (1 - e.p) + e.residual : 0; });
    add("without the bias",
        [](element e) { return e.residual + (e.number >= e.p ? e.x / (1 - e.p) : 0); });
    add("by adding the bias after the dropout, so it is never dropped",
        [](element e) { return e.residual + (e.number >= e.p ? e.x / (1 - e.p) : 0) + e.bias; });
    add("by adding the bias after the scale",
        [](element e) { return e.residual + (e.number >= e.p ? e.x / (1 - e.p) + e.bias : 0); });
    add("by subtracting the bias",
        [](element e) { return e.residual + (e.number >= e.p ? (e.x - e.bias) / (1 - e.p) : 0); });
  }
  for (const auto& [words, by] : other_numbers(!in.residual.empty())) {
    result.push_back({words, [=, by = by] { return values(kRight, by); }});
  }
  result.push_back(
      kw::testing::slips_in({1, in.x.size()}, [in] { return formula_of_dropout(in); }));
  return result;
}

/// Of `[n]` the roundings to bfloat16.
inline kw::testing::suspects of_stochastic_round(const std::vector<float>& x, int seed,
                                                 std::size_t block) {
  using added = std::uint32_t (*)(std::uint32_t bits, std::uint32_t drawn);
  const auto rounded = [&x, seed, block](added what, drawn by) {
    std::vector<double> out(x.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto [key, counter] = by({i, block, seed});
      std::uint32_t bits = 0;
      std::memcpy(&bits, &x[i], sizeof bits);
      bits += what(bits, random_bits(key, static_cast<std::uint32_t>(counter)));
      bits &= 0xffff0000u;
      float value = 0;
      std::memcpy(&value, &bits, sizeof bits);
      out[i] = value;
    }
    return out;
  };
  constexpr added kRight = [](std::uint32_t, std::uint32_t d) { return d & 0xffffu; };
  kw::testing::suspects result;
  const auto add = [&](const char* words, added what) {
    result.push_back({words, [=] { return rounded(what, kOwn); }});
  };
  add("by rounding towards 0 always: chance has no part in it",
      [](std::uint32_t, std::uint32_t) { return std::uint32_t{0}; });
  add("by rounding to the nearest: chance has no part in it",
      [](std::uint32_t bits, std::uint32_t) { return 0x7fffu + (bits >> 16 & 1); });
  add("by rounding away from 0 always",
      [](std::uint32_t, std::uint32_t) { return std::uint32_t{0xffff}; });
  add("by rounding up or down with equal chances, however near the value is to either",
      [](std::uint32_t, std::uint32_t d) { return (d & 1u) * 0xffffu; });
  add("with 15 random bits, where 16 are cut off",
      [](std::uint32_t, std::uint32_t d) { return d & 0x7fffu; });
  add("with 17 random bits, where 16 are cut off",
      [](std::uint32_t, std::uint32_t d) { return d & 0x1ffffu; });
  add("with the upper 16 of the random bits, where the lower ones are meant",
      [](std::uint32_t, std::uint32_t d) { return d >> 16; });
  for (const auto& [words, by] : other_numbers(false)) {
    result.push_back({words, [=, by = by] { return rounded(kRight, by); }});
  }
  return result;
}

}  // namespace lesson14::reference
