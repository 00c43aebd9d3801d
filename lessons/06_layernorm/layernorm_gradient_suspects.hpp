/// \file
/// What likely mistakes in the gradients of lesson 06 compute: wrong oracles, for the text of a
/// failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "layernorm_reference.hpp"

namespace lesson06::reference {

/// The arrays from which the gradients are computed.
struct gradient_input {
  const std::vector<double>& dy;
  const std::vector<double>& x;
  const std::vector<double>& weight;
  double eps;
  std::size_t programs = 1;
};

/// One element of a row: dy, g = dy * weight, the normalised x, and the statistics of the row.
struct gradient_element {
  double x, mean, d, weight, g, n, rstd, columns;
  double mean_g, mean_gn, mean_d, mean_dn, sum_x;
};

using gradient_formula = double (*)(const gradient_element&);

/// Calls take(row, column, element) for all elements.
template <class Take>
void for_each_gradient(const gradient_input& in, Take take) {
  const std::size_t columns = in.weight.size();
  const row_statistics s = statistics(in.x, columns, in.eps);
  for (std::size_t r = 0; r < s.mean.size(); ++r) {
    gradient_element e{};
    e.mean = s.mean[r];
    e.rstd = s.rstd[r];
    e.columns = static_cast<double>(columns);
    const auto load = [&](std::size_t c) {
      e.x = in.x[r * columns + c];
      e.d = in.dy[r * columns + c];
      e.weight = in.weight[c];
      e.g = e.d * e.weight;
      e.n = (e.x - e.mean) * e.rstd;
    };
    for (std::size_t c = 0; c < columns; ++c) {
      load(c);
      e.mean_g += e.g / e.columns;
      e.mean_gn += e.g * e.n / e.columns;
      e.mean_d += e.d / e.columns;
      e.mean_dn += e.d * e.n / e.columns;
    }
    for (std::size_t c = 0; c < columns; ++c) {
      load(c);
      take(r, c, e);
    }
  }
}

/// Likely mistakes in dx `[rows, columns]`, which is rstd * (g - mean(g) - n * mean(g * n)).
inline kw::testing::suspects of_dx(const gradient_input& in) {
  using e = gradient_element;
  kw::testing::suspects result = kw::testing::with_changes<gradient_formula>(
      {{"without subtracting the mean of g",
        [](const e& i) { return i.rstd * (i.g - i.n * i.mean_gn); }},
       {"without subtracting n times the mean of g * n",
        [](const e& i) { return i.rstd * (i.g - i.mean_g); }},
       {"without the two means, such as when 1 / columns is a division of ints, which gives 0",
        [](const e& i) { return i.rstd * i.g; }},
       {"with the mean of g * n, which has to be multiplied by n",
        [](const e& i) { return i.rstd * (i.g - i.mean_g - i.mean_gn); }},
       {"with the sum of g * n, which has to be divided by the columns to be a mean",
        [](const e& i) { return i.rstd * (i.g - i.mean_g - i.n * i.mean_gn * i.columns); }},
       {"with the sum of g, which has to be divided by the columns to be a mean",
        [](const e& i) { return i.rstd * (i.g - i.mean_g * i.columns - i.n * i.mean_gn); }},
       {"with the sums of g and of g * n, which have to be divided by the columns to be means",
        [](const e& i) { return i.rstd * (i.g - (i.mean_g + i.n * i.mean_gn) * i.columns); }},
       {"by adding the mean of g, which has to be subtracted",
        [](const e& i) { return i.rstd * (i.g + i.mean_g - i.n * i.mean_gn); }},
       {"by adding n times the mean of g * n, which has to be subtracted",
        [](const e& i) { return i.rstd * (i.g - i.mean_g + i.n * i.mean_gn); }},
       {"with the wrong sign",
        [](const e& i) { return i.rstd * (i.mean_g + i.n * i.mean_gn - i.g); }},
       {"without multiplying by rstd", [](const e& i) { return i.g - i.mean_g - i.n * i.mean_gn; }},
       {"by multiplying by rstd twice",
        [](const e& i) { return i.rstd * i.rstd * (i.g - i.mean_g - i.n * i.mean_gn); }},
       {"by dividing by rstd, which is a factor",
        [](const e& i) { return (i.g - i.mean_g - i.n * i.mean_gn) / i.rstd; }},
       {"with dy for g: the weight is left out",
        [](const e& i) { return i.rstd * (i.d - i.mean_d - i.n * i.mean_dn); }},
       {"with dy in the two means, where g = dy * weight is meant",
        [](const e& i) { return i.rstd * (i.g - i.mean_d - i.n * i.mean_dn); }},
       {"with x where n, the normalised x, is meant",
        [](const e& i) { return i.rstd * (i.g - i.mean_g - i.x * i.mean_gn); }},
       {"with x - mean where n is meant, which is also multiplied by rstd",
        [](const e& i) { return i.rstd * (i.g - i.mean_g - (i.x - i.mean) * i.mean_gn); }},
       {"with the factor rstd on g alone, and not on the means",
        [](const e& i) { return i.rstd * i.g - i.mean_g - i.n * i.mean_gn; }}},
      [in](gradient_formula of) {
        std::vector<double> dx(in.x.size());
        for_each_gradient(in, [&](std::size_t r, std::size_t c, const gradient_element& i) {
          dx[r * in.weight.size() + c] = of(i);
        });
        return dx;
      });
  const std::size_t columns = in.weight.size(), rows = kw::testing::rows_in(in.x.size(), columns);
  result.push_back(kw::testing::slips_in({rows, columns}, [in, rows, columns] {
    std::vector<double> normalised(in.x.size()), rstd(rows);
    for_each_gradient(in, [&](std::size_t r, std::size_t c, const gradient_element& i) {
      normalised[r * columns + c] = i.n;
      rstd[r] = i.rstd;
    });
    using kw::testing::formula;
    const formula n = formula::of("n", std::move(normalised)), dy = formula::of("dy", in.dy);
    const formula g = (dy * formula::for_column("weight", in.weight)).named("g");
    const formula mean_g = row_mean(g).named("mean_g"), mean_gn = row_mean(g * n).named("mean_gn");
    return (g - n * mean_gn - mean_g) * formula::for_row("rstd", std::move(rstd));
  }));
  return result;
}

/// Likely mistakes in dw or db `[programs, columns]`. \param start  what the sums begin with
inline kw::testing::suspects of_column_gradient(const gradient_input& in, bool dw,
                                                double start = 0) {
  enum class rows { all, last, first };
  struct change {
    gradient_formula term;
    rows of = rows::all;
  };
  using e = gradient_element;
  const gradient_formula right =
      dw ? +[](const e& i) { return i.d * i.n; } : +[](const e& i) { return i.d; };
  std::vector<std::pair<const char*, change>> changes = {
      {"with g, which has the weight in it, where dy is meant",
       {dw ? +[](const e& i) { return i.g * i.n; } : +[](const e& i) { return i.g; }}},
      {"from the last row of each program alone: the rows before have to be added",
       {right, rows::last}},
      {"from the first row of each program alone", {right, rows::first}},
      {"with the wrong sign",
       {dw ? +[](const e& i) { return -i.d * i.n; } : +[](const e& i) { return -i.d; }}}};
  if (dw) {
    changes.push_back({"by adding dy alone: that is db", {[](const e& i) { return i.d; }}});
    changes.push_back(
        {"with x where n, the normalised x, is meant", {[](const e& i) { return i.d * i.x; }}});
    changes.push_back({"with x - mean where n is meant, which is also multiplied by rstd",
                       {[](const e& i) { return i.d * (i.x - i.mean); }}});
    changes.push_back({"by adding n alone, without dy", {[](const e& i) { return i.n; }}});
    changes.push_back({"by adding dy * dy, where dy * n is meant: n is the normalised x",
                       {[](const e& i) { return i.d * i.d; }}});
    changes.push_back(
        {"by adding n * n, where dy * n is meant", {[](const e& i) { return i.n * i.n; }}});
  } else {
    changes.push_back({"by adding dy * n: that is dw", {[](const e& i) { return i.d * i.n; }}});
    changes.push_back({"by multiplying dy by rstd", {[](const e& i) { return i.d * i.rstd; }}});
  }
  kw::testing::suspects result;
  for (const auto& [words, by] : changes) {
    result.push_back({words, [in, start, by = by] {
                        const std::size_t columns = in.weight.size();
                        std::vector<double> sums(in.programs * columns, start);
                        for_each_gradient(
                            in, [&](std::size_t r, std::size_t c, const gradient_element& i) {
                              double& sum = sums[r % in.programs * columns + c];
                              if (by.of == rows::first && r >= in.programs) {
                                return;
                              }
                              sum = by.term(i) + (by.of == rows::last ? start : sum);
                            });
                        return sums;
                      }});
  }
  return result;
}

}  // namespace lesson06::reference
