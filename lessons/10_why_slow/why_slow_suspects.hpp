/// \file
/// What likely mistakes in elective 10 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace lesson10::reference {

/// Likely mistakes in `[rows, columns]` each row times its weight.
inline kw::testing::suspects of_weigh_rows(const std::vector<float>& x,
                                           const std::vector<float>& w) {
  using kw::testing::formula;
  return {kw::testing::slips_in({w.size(), w.empty() ? 0 : x.size() / w.size()}, [&x, &w] {
    return formula::of("x", {x.begin(), x.end()}) * formula::for_row("w", {w.begin(), w.end()});
  })};
}

/// Likely mistakes in `[n]` the lengths of points of four numbers.
inline kw::testing::suspects of_lengths(const std::vector<float>& points) {
  kw::testing::suspects result = kw::testing::with_changes<std::size_t>(
      {{"without the first field of each point", 0},
       {"without the second field of each point", 1},
       {"without the third field of each point", 2},
       {"without the fourth field of each point", 3}},
      [&points](std::size_t left_out) {
        std::vector<double> out(points.size() / 4);
        for (std::size_t i = 0; i < points.size(); ++i) {
          out[i / 4] += i % 4 == left_out ? 0 : double{points[i]} * double{points[i]};
        }
        for (double& sum : out) {
          sum = std::sqrt(sum);
        }
        return out;
      });
  result.push_back(
      kw::testing::slips_in({kw::testing::rows_in(points.size(), 4), 4, true}, [&points] {
        const auto field = kw::testing::formula::of("v", {points.begin(), points.end()});
        return sqrt(row_sum(field * field));
      }));
  return result;
}

/// Likely mistakes in `[rows, columns]` rows with mean 0, whose largest distance from it is 1.
inline kw::testing::suspects of_centre_rows(const std::vector<float>& x, std::size_t columns) {
  return {kw::testing::slips_in({columns == 0 ? 0 : x.size() / columns, columns}, [&x] {
    const auto in = kw::testing::formula::of("x", {x.begin(), x.end()});
    const auto d = (in - row_mean(in)).named("d");
    return d / row_max(abs(d));
  })};
}

/// Likely mistakes in `[rows, columns]` a plus the transpose of b.
inline kw::testing::suspects of_add_transposed(const std::vector<float>& a,
                                               const std::vector<float>& b, std::size_t rows,
                                               std::size_t columns) {
  using place =
      std::size_t (*)(std::size_t row, std::size_t column, std::size_t rows, std::size_t columns);
  using index = std::size_t;
  struct change {
    place of_a, of_b;
  };
  constexpr place kOwn = [](index r, index c, index, index n) { return r * n + c; };
  constexpr place kTurned = [](index r, index c, index m, index) { return c * m + r; };
  constexpr place kAsItIs = [](index r, index c, index m, index) { return r * m + c; };
  kw::testing::suspects result = kw::testing::with_changes<change>(
      {{"by adding b as it is, where its transpose is meant: rows and columns of b are exchanged",
        {kOwn, kOwn}},
       {"by loading b at row r and column c, where row c and column r are meant", {kOwn, kAsItIs}},
       {"by transposing a as well", {kTurned, kTurned}},
       {"by transposing a, and not b", {kTurned, kOwn}}},
      [&a, &b, rows, columns](const change& by) {
        std::vector<double> out(a.size());
        for (index i = 0; i < out.size(); ++i) {
          const index r = i / columns, c = i % columns;
          out[i] = double{a[by.of_a(r, c, rows, columns) % a.size()]} +
                   double{b[by.of_b(r, c, rows, columns) % b.size()]};
        }
        return out;
      });
  result.push_back(kw::testing::slips_in({rows, columns}, [&a, &b, rows, columns] {
    std::vector<double> turned(b.size());
    for (index i = 0; i < turned.size(); ++i) {
      turned[i] = b[i % columns * rows + i / columns];
    }
    using kw::testing::formula;
    return formula::of("a", {a.begin(), a.end()}) + formula::of("the transpose of b", turned);
  }));
  return result;
}

}  // namespace lesson10::reference
