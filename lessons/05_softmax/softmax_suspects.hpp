/// \file
/// What likely mistakes in lesson 05 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lesson05::reference {

/// A softmax in which each step can be replaced by another one.
struct softmax_change {
  enum class divisor { sum, none, columns, largest, squares, first_block, x_sum, inverse };
  double base = 2.718281828459045235;
  double sign = 1;
  divisor over = divisor::sum;
  double padding = 0;  ///< lanes past the row that hold 0, as a fraction of a block
  bool mean = false;   ///< the mean is subtracted, not the maximum
  bool logarithm = false;
  std::size_t times = 1;  ///< how often it is divided
  std::size_t block = 0;  ///< of a sum that is not rescaled when a later block raises the maximum
};

/// The sum over the blocks of a row when each block has the maximum so far, and earlier terms stay
/// as they are.
inline double sum_without_rescaling(const double* x, std::size_t columns, std::size_t block) {
  double largest = x[0], sum = 0;
  for (std::size_t begin = 0; begin < columns; begin += block) {
    const std::size_t end = std::min(columns, begin + block);
    largest = std::max(largest, *std::max_element(x + begin, x + end));
    for (std::size_t c = begin; c < end; ++c) {
      sum += std::exp(x[c] - largest);
    }
  }
  return sum;
}

inline double divisor_of_row(const softmax_change& by, const double* x, const double* e,
                             std::size_t columns, double subtracted) {
  using divisor = softmax_change::divisor;
  double sum = 0, squares = 0, largest = 0, x_sum = 0;
  const std::size_t counted =
      by.over == divisor::first_block ? std::min<std::size_t>(columns, 1024) : columns;
  for (std::size_t c = 0; c < counted; ++c) {
    sum += e[c];
    squares += e[c] * e[c];
    largest = std::max(largest, e[c]);
    x_sum += x[c];
  }
  std::size_t block = 1;
  while (block < columns) {
    block *= 2;
  }
  sum += by.padding * static_cast<double>(block - columns) * std::pow(by.base, -subtracted);
  switch (by.over) {
    case divisor::none:
      return 1;
    case divisor::columns:
      return static_cast<double>(columns);
    case divisor::largest:
      return largest;
    case divisor::squares:
      return std::sqrt(squares);
    case divisor::x_sum:
      return x_sum;
    case divisor::inverse:
      return 1 / sum;
    default:
      return sum;
  }
}

inline std::vector<double> changed_softmax(const std::vector<double>& x, std::size_t columns,
                                           const softmax_change& by) {
  std::vector<double> out(x.size());
  for (std::size_t row = 0; row < x.size(); row += columns) {
    double subtracted = *std::max_element(x.begin() + row, x.begin() + row + columns);
    if (by.mean) {
      subtracted = 0;
      for (std::size_t c = 0; c < columns; ++c) {
        subtracted += x[row + c] / static_cast<double>(columns);
      }
    }
    for (std::size_t i = row; i < row + columns; ++i) {
      out[i] = std::pow(by.base, by.sign * (x[i] - subtracted));
    }
    const double divisor = by.block > 0
                               ? sum_without_rescaling(&x[row], columns, by.block)
                               : divisor_of_row(by, &x[row], &out[row], columns, subtracted);
    for (std::size_t i = row; i < row + columns; ++i) {
      for (std::size_t times = 0; times < by.times; ++times) {
        out[i] /= divisor;
      }
      out[i] = by.logarithm ? std::log(out[i]) : out[i];
    }
  }
  return out;
}

/// Likely mistakes in a softmax `[rows, columns]`, or in its numerators alone.
inline kw::testing::suspects of_softmax(const std::vector<double>& x, std::size_t columns,
                                        bool numerators = false) {
  using divisor = softmax_change::divisor;
  const softmax_change right{.over = numerators ? divisor::none : divisor::sum};
  const auto with = [&](auto member, auto value) {
    softmax_change changed = right;
    changed.*member = value;
    return changed;
  };
  auto result = kw::testing::with_changes<softmax_change>(
      {{"with exp2, so with powers of 2 where exp is meant", with(&softmax_change::base, 2.0)},
       {"with powers of 10 where exp is meant", with(&softmax_change::base, 10.0)},
       {"with the wrong sign in the exponent: exp(max - x) where exp(x - max) is meant",
        with(&softmax_change::sign, -1.0)},
       {"by subtracting the mean of the row, and not its maximum",
        with(&softmax_change::mean, true)},
       {"by not dividing by the sum of the row", with(&softmax_change::over, divisor::none)},
       {"by dividing by the sum of the row: the numerators alone are asked for",
        with(&softmax_change::over, divisor::sum)},
       {"by dividing by the number of columns, and not by the sum of the exponentials",
        with(&softmax_change::over, divisor::columns)},
       {"by dividing by the largest exponential, and not by their sum",
        with(&softmax_change::over, divisor::largest)},
       {"by dividing by the root of the sum of squares",
        with(&softmax_change::over, divisor::squares)},
       {"by dividing by the sum of x, and not by that of the exponentials",
        with(&softmax_change::over, divisor::x_sum)},
       {"by dividing by the sum of the first 1,024 columns alone",
        with(&softmax_change::over, divisor::first_block)},
       {"by multiplying by the sum of the row where it is to be divided by it",
        with(&softmax_change::over, divisor::inverse)},
       {"by dividing twice by the sum", with(&softmax_change::times, std::size_t{2})},
       {"by adding the lanes past the row to the sum: they must hold -inf when they are loaded",
        with(&softmax_change::padding, 1.0)},
       {"by taking the logarithm of the result", with(&softmax_change::logarithm, true)}},
      [&x, columns](const softmax_change& by) { return changed_softmax(x, columns, by); });
  for (const std::size_t block : {std::size_t{1024}, std::size_t{4096}}) {
    if (columns > block && !numerators) {
      result.push_back(
          {"without rescaling: when a later block raises the maximum, the sums of the "
           "earlier blocks have to be multiplied by exp(old maximum - new maximum)",
           [&x, columns, block] { return changed_softmax(x, columns, {.block = block}); }});
    }
  }
  result.push_back(
      kw::testing::slips_in({kw::testing::rows_in(x.size(), columns), columns}, [&x, numerators] {
        const auto in = kw::testing::formula::of("x", x), e = exp(in - row_max(in)).named("e");
        return numerators ? e : e / row_sum(e);
      }));
  return result;
}

/// Likely mistakes in the gradient `[rows, columns]`: in the sum of a row, and in its use.
inline kw::testing::suspects of_softmax_backward(const std::vector<double>& y,
                                                 const std::vector<double>& dy,
                                                 std::size_t columns) {
  struct row_sums {
    double y = 0, dy = 0, products = 0, columns = 1;
  };
  using formula = double (*)(double, double, const row_sums&);
  kw::testing::suspects result = kw::testing::with_changes<formula>(
      {{"by y * dy, without what the rest of the row takes away",
        [](double p, double g, const row_sums&) { return p * g; }},
       {"by dy - sum(y * dy), without the factor y",
        [](double, double g, const row_sums& s) { return g - s.products; }},
       {"with the wrong sign: y * (sum(y * dy) - dy)",
        [](double p, double g, const row_sums& s) { return p * (s.products - g); }},
       {"by adding the sum: y * (dy + sum(y * dy))",
        [](double p, double g, const row_sums& s) { return p * (g + s.products); }},
       {"with the sum of dy where the sum of y * dy is meant",
        [](double p, double g, const row_sums& s) { return p * (g - s.dy); }},
       {"with the sum of y where the sum of y * dy is meant",
        [](double p, double g, const row_sums& s) { return p * (g - s.y); }},
       {"with the mean of y * dy where their sum is meant",
        [](double p, double g, const row_sums& s) { return p * (g - s.products / s.columns); }},
       {"by y * (1 - y) * dy, which leaves out the other elements of the row",
        [](double p, double g, const row_sums&) { return p * (1 - p) * g; }},
       {"by y * dy - sum(y * dy): the sum has to be multiplied by y, too",
        [](double p, double g, const row_sums& s) { return p * g - s.products; }},
       {"by dy * (y - sum(y * dy)): y and dy are exchanged",
        [](double p, double g, const row_sums& s) { return g * (p - s.products); }}},
      [&y, &dy, columns](formula of) {
        std::vector<double> out(y.size());
        for (std::size_t row = 0; row < y.size(); row += columns) {
          row_sums s{.columns = static_cast<double>(columns)};
          for (std::size_t i = row; i < row + columns; ++i) {
            s.y += y[i];
            s.dy += dy[i];
            s.products += y[i] * dy[i];
          }
          for (std::size_t i = row; i < row + columns; ++i) {
            out[i] = of(y[i], dy[i], s);
          }
        }
        return out;
      });
  result.push_back(
      kw::testing::slips_in({kw::testing::rows_in(y.size(), columns), columns}, [&y, &dy] {
        const auto p = kw::testing::formula::of("y", y), g = kw::testing::formula::of("dy", dy);
        return p * (g - row_sum(p * g));
      }));
  return result;
}

/// Likely mistakes in `[rows]` log(sum(exp(x[r, :]))) - x[r, target[r]].
inline kw::testing::suspects of_cross_entropy(const std::vector<double>& x,
                                              const std::vector<std::int32_t>& target,
                                              std::size_t columns) {
  struct row {
    double largest, sum, right, next, before, first, columns;  // sum: of exp(x - largest)
  };
  using formula = double (*)(const row&);
  kw::testing::suspects result = kw::testing::with_changes<formula>(
      {{"with log2 where log is meant: the logarithm is to base 2",
        [](const row& r) { return std::log2(r.sum) + r.largest - r.right; }},
       {"with the wrong sign", [](const row& r) { return r.right - std::log(r.sum) - r.largest; }},
       {"without the maximum, which has to be added back after the logarithm",
        [](const row& r) { return std::log(r.sum) - r.right; }},
       {"by adding the target's score, which is to be subtracted",
        [](const row& r) { return std::log(r.sum) + r.largest + r.right; }},
       {"without the target's score", [](const row& r) { return std::log(r.sum) + r.largest; }},
       {"by not taking the logarithm", [](const row& r) { return r.sum + r.largest - r.right; }},
       {"with the score of the class after the target",
        [](const row& r) { return std::log(r.sum) + r.largest - r.next; }},
       {"with the score of the class before the target",
        [](const row& r) { return std::log(r.sum) + r.largest - r.before; }},
       {"with the target of the first row for every row",
        [](const row& r) { return std::log(r.sum) + r.largest - r.first; }},
       {"by dividing by the number of classes",
        [](const row& r) { return (std::log(r.sum) + r.largest - r.right) / r.columns; }},
       {"by the softmax itself, without its logarithm",
        [](const row& r) { return std::exp(r.right - r.largest) / r.sum; }}},
      [&x, &target, columns](formula of) {
        std::vector<double> loss(target.size());
        for (std::size_t i = 0; i < loss.size(); ++i) {
          const double* scores = &x[i * columns];
          const auto t = static_cast<std::size_t>(target[i]);
          row r{*std::max_element(scores, scores + columns), 0, 0, 0, 0, 0, 0};
          for (std::size_t c = 0; c < columns; ++c) {
            r.sum += std::exp(scores[c] - r.largest);
          }
          r.right = scores[t];
          r.next = scores[(t + 1) % columns];
          r.before = scores[(t + columns - 1) % columns];
          r.first = scores[target[0]];
          r.columns = static_cast<double>(columns);
          loss[i] = of(r);
        }
        return loss;
      });
  result.push_back(kw::testing::slips_in({target.size(), columns, true}, [&x, &target, columns] {
    std::vector<double> scores(target.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = x[i * columns + static_cast<std::size_t>(target[i])];
    }
    using kw::testing::formula;
    const auto in = formula::of("x", x), right = formula::for_row("score of the target", scores);
    const auto largest = row_max(in).named("max"), sum = row_sum(exp(in - largest)).named("sum");
    return log(sum) + (largest - right);
  }));
  return result;
}

}  // namespace lesson05::reference
