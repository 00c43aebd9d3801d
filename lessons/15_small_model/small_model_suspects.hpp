/// \file
/// What likely mistakes in elective 15 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "small_model_reference.hpp"

namespace lesson15::reference {

/// Of `[rows, columns]` table[tokens[r]] + places[r % n]: other rows of the two tables, or none.
inline kw::testing::suspects of_embed(const std::vector<int>& tokens,
                                      const std::vector<double>& table,
                                      const std::vector<double>& places, std::size_t columns) {
  struct row {
    std::size_t r, token, n, rows;  // n: places of a text
  };
  using index = std::size_t (*)(const row&);
  struct rows_of {
    index table, places;  // null: left out
  };
  constexpr index kToken = [](const row& a) { return a.token; };
  constexpr index kPlace = [](const row& a) { return a.r % a.n; };
  constexpr index kFirst = [](const row&) { return std::size_t{0}; };
  constexpr index kRow = [](const row& a) { return a.r; };
  constexpr index kText = [](const row& a) { return a.r / a.n; };
  constexpr index kNext = [](const row& a) { return (a.r + 1) % a.n; };
  constexpr index kFromEnd = [](const row& a) { return a.n - 1 - a.r % a.n; };
  return kw::testing::with_changes<rows_of>(
      {{"without the row of its place", {kToken, nullptr}},
       {"without the row of its character", {nullptr, kPlace}},
       {"with place 0 for every row", {kToken, kFirst}},
       {"with character 0 for every row", {kFirst, kPlace}},
       {"with the row of the character as the place, too", {kToken, kToken}},
       {"with the number of the row as the character", {kRow, kPlace}},
       {"with the place as the character", {kPlace, kPlace}},
       {"with the number of the text as the place", {kToken, kText}},
       {"with the next place", {kToken, kNext}},
       {"with places counted from the end of the text", {kToken, kFromEnd}},
       {"with character and place exchanged", {kPlace, kToken}}},
      [&tokens, &table, &places, columns](const rows_of& by) {
        std::vector<double> x(tokens.size() * columns);
        for (std::size_t i = 0; i < x.size(); ++i) {
          const row at{i / columns, static_cast<std::size_t>(tokens[i / columns]),
                       places.size() / columns, tokens.size()};
          const auto of = [&](const std::vector<double>& from, index which) {
            return which == nullptr ? 0.0 : from[(which(at) * columns + i % columns) % from.size()];
          };
          x[i] = of(table, by.table) + of(places, by.places);
        }
        return x;
      });
}

/// Of `[characters, columns]` the sums of rows of dx: which rows, and what is done with them.
inline kw::testing::suspects of_embed_backward(const std::vector<int>& tokens,
                                               const std::vector<double>& dx, std::size_t columns,
                                               std::size_t characters) {
  enum class rows { last, first, mean, all, of_number, before_last };
  return kw::testing::with_changes<rows>(
      {{"by keeping the last row of a character, and not the sum of all", rows::last},
       {"by keeping the first row of a character, and not the sum of all", rows::first},
       {"by leaving out the last row of the text", rows::before_last},
       {"by the mean of the rows of a character, and not their sum", rows::mean},
       {"by adding the rows of all characters", rows::all},
       {"by adding the row that has the character's number", rows::of_number}},
      [&tokens, &dx, columns, characters](rows by) {
        std::vector<double> sums(characters * columns);
        std::vector<double> count(characters);
        const bool one_less = by == rows::before_last && !tokens.empty();
        const std::size_t end = tokens.size() - (one_less ? 1 : 0);
        for (std::size_t r = 0; r < end; ++r) {
          const auto own = static_cast<std::size_t>(tokens[r]);
          const bool again = count[own]++ > 0;
          for (std::size_t t = 0; t < characters; ++t) {
            for (std::size_t c = 0; c < columns && (t == own || by == rows::all); ++c) {
              const std::size_t from = by == rows::of_number ? own % tokens.size() : r;
              double& sum = sums[t * columns + c];
              sum = by == rows::first && again
                        ? sum
                        : (by == rows::last ? 0 : sum) + dx[from * columns + c];
            }
          }
        }
        for (std::size_t i = 0; i < sums.size() && by == rows::mean; ++i) {
          sums[i] /= std::max(1.0, count[i / columns]);
        }
        return sums;
      });
}

/// Of heads and matrices: where an element is in either, and what it is multiplied by.
inline kw::testing::suspects of_heads(const heads_shape& s, const std::vector<double>& x,
                                      double scale, bool split) {
  struct element {
    std::size_t b, h, i, d;
  };
  using place = std::size_t (*)(const heads_shape&, const element&);
  struct change {
    place in_matrix, in_heads;
    double (*scaled)(double, double);
  };
  constexpr place kMatrix = [](const heads_shape& all, const element& e) {
    return (e.b * all.n + e.i) * all.heads * all.d + e.h * all.d + e.d;
  };
  constexpr place kHeads = [](const heads_shape& all, const element& e) {
    return ((e.b * all.heads + e.h) * all.n + e.i) * all.d + e.d;
  };
  constexpr auto kScaled = [](double v, double by) { return v * by; };
  using shape = const heads_shape&;
  using at = const element&;
  return kw::testing::with_changes<change>(
      {{"without the factor", {kMatrix, kHeads, [](double v, double) { return v; }}},
       {"by dividing by the factor", {kMatrix, kHeads, [](double v, double by) { return v / by; }}},
       {"with the columns of head 0 for every head",
        {[](shape a, at e) { return (e.b * a.n + e.i) * a.heads * a.d + e.d; }, kHeads, kScaled}},
       {"with the rows of the first text for every text",
        {[](shape a, at e) { return e.i * a.heads * a.d + e.h * a.d + e.d; }, kHeads, kScaled}},
       {"with the heads one column apart in the matrix, where a head has d columns",
        {[](shape a, at e) { return (e.b * a.n + e.i) * a.heads * a.d + e.h + e.d; }, kHeads,
         kScaled}},
       {"with the columns of the matrix in the order columns, heads",
        {[](shape a, at e) { return (e.b * a.n + e.i) * a.heads * a.d + e.d * a.heads + e.h; },
         kHeads, kScaled}},
       {"with the rows of the matrix in the order places, texts",
        {[](shape a, at e) { return (e.i * a.batch + e.b) * a.heads * a.d + e.h * a.d + e.d; },
         kHeads, kScaled}},
       {"with the heads in the order texts, places, heads",
        {kMatrix, [](shape a, at e) { return ((e.b * a.n + e.i) * a.heads + e.h) * a.d + e.d; },
         kScaled}},
       {"with the heads in the order heads, texts, places",
        {kMatrix, [](shape a, at e) { return ((e.h * a.batch + e.b) * a.n + e.i) * a.d + e.d; },
         kScaled}},
       {"with rows and columns of each head exchanged: places are its rows",
        {kMatrix, [](shape a, at e) { return ((e.b * a.heads + e.h) * a.d + e.d) * a.n + e.i; },
         kScaled}}},
      [s, &x, scale, split](const change& by) {
        std::vector<double> out(x.size());
        for (std::size_t k = 0; k < out.size(); ++k) {
          const element e{k / s.d / s.n / s.heads, k / s.d / s.n % s.heads, k / s.d % s.n, k % s.d};
          const std::size_t matrix = by.in_matrix(s, e), heads = by.in_heads(s, e);
          (split ? out[heads] : out[matrix]) = by.scaled(split ? x[matrix] : x[heads], scale);
        }
        return out;
      });
}

/// What lanes past a row add to its sum of exponentials where they hold 0, relative to that sum. A
/// tile has 64 columns, or as many as the widest row.
inline double padding_of(const std::vector<double>& x, std::size_t row, std::size_t columns) {
  double sum = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    sum += std::exp(x[row * columns + c]);
  }
  const std::size_t block = columns <= 64 ? 64 : 1024;
  return static_cast<double>(block - columns) / sum;
}

/// The formula of the same gradient with one step of it changed.
inline kw::testing::suspect slips_of_cross_entropy_backward(const std::vector<double>& x,
                                                            const std::vector<int>& target,
                                                            double scale) {
  const std::size_t rows = target.size(), columns = target.empty() ? 1 : x.size() / rows;
  return kw::testing::slips_in({rows, columns}, [&x, &target, scale, rows, columns] {
    std::vector<double> at_target(x.size());
    for (std::size_t r = 0; r < rows; ++r) {
      at_target[r * columns + static_cast<std::size_t>(target[r])] = 1;
    }
    using kw::testing::formula;
    const formula in = formula::of("x", x), e = exp(in - row_max(in)).named("e");
    const formula share = (e / row_sum(e)).named("share"), right = formula::of("right", at_target);
    return (share - right) * formula::constant("scale", scale);
  });
}

/// What an element of that gradient is made from.
struct loss_element {
  double share, right, scale, columns, rows;  // right: 1 at the target
  double padded;                              // the share where lanes past the row hold 0
};

/// Of the gradient `[rows, columns]`: softmax less 1 at the target, times a factor.
inline kw::testing::suspects of_cross_entropy_backward(const std::vector<double>& x,
                                                       const std::vector<int>& target,
                                                       double scale) {
  const std::size_t rows = target.size(), columns = target.empty() ? 1 : x.size() / rows;
  struct change {
    double (*of)(const loss_element&);
    std::size_t (*target_of)(const std::vector<int>&, std::size_t row, std::size_t columns);
  };
  using targets = const std::vector<int>&;
  constexpr auto kFormula = [](const loss_element& e) { return (e.share - e.right) * e.scale; };
  constexpr auto kOwn = [](targets t, std::size_t r, std::size_t) {
    return static_cast<std::size_t>(t[r]);
  };
  kw::testing::suspects result = kw::testing::with_changes<change>(
      {{"without the 1 that is subtracted at the target",
        {[](const loss_element& e) { return e.share * e.scale; }, kOwn}},
       {"with the wrong sign, 1 at the target less the share",
        {[](const loss_element& e) { return (e.right - e.share) * e.scale; }, kOwn}},
       {"by adding 1 at the target, where it is to be subtracted",
        {[](const loss_element& e) { return (e.share + e.right) * e.scale; }, kOwn}},
       {"without the factor `scale`",
        {[](const loss_element& e) { return e.share - e.right; }, kOwn}},
       {"by multiplying the shares alone by the factor, and not the 1",
        {[](const loss_element& e) { return e.share * e.scale - e.right; }, kOwn}},
       {"by dividing by the factor",
        {[](const loss_element& e) { return (e.share - e.right) / e.scale; }, kOwn}},
       {"by dividing by the number of rows, which the factor is for",
        {[](const loss_element& e) { return (e.share - e.right) * e.scale / e.rows; }, kOwn}},
       {"by dividing by the number of columns",
        {[](const loss_element& e) { return (e.share - e.right) * e.scale / e.columns; }, kOwn}},
       {"by adding the lanes past the row to the sum: they must hold -inf when they are loaded",
        {[](const loss_element& e) { return (e.padded - e.right) * e.scale; }, kOwn}},
       {"with the target of the first row for every row",
        {kFormula,
         [](targets t, std::size_t, std::size_t) { return static_cast<std::size_t>(t[0]); }}},
       {"with the number of the row as its target",
        {kFormula, [](targets, std::size_t r, std::size_t) { return r; }}},
       {"with the column after the target",
        {kFormula,
         [](targets t, std::size_t r, std::size_t) { return static_cast<std::size_t>(t[r]) + 1; }}},
       {"with the column before the target",
        {kFormula, [](targets t, std::size_t r,
                      std::size_t) { return static_cast<std::size_t>(t[r]) - 1; }}}},
      [&x, &target, scale, rows, columns](const change& by) {
        const auto shares = cross_entropy_backward(x, target, 1);
        std::vector<double> dx(x.size());
        for (std::size_t i = 0; i < dx.size(); ++i) {
          const std::size_t r = i / columns, c = i % columns;
          const double one = c == static_cast<std::size_t>(target[r]) ? 1 : 0;
          const double right = c == by.target_of(target, r, columns) ? 1 : 0;
          const double share = shares[i] + one;
          dx[i] = by.of({share, right, scale, static_cast<double>(columns),
                         static_cast<double>(rows), share / (1 + padding_of(x, r, columns))});
        }
        return dx;
      });
  result.push_back(slips_of_cross_entropy_backward(x, target, scale));
  return result;
}

}  // namespace lesson15::reference
