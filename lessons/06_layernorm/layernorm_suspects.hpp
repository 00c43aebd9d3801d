/// \file
/// What likely mistakes in lesson 06 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace lesson06::reference {

/// How blocks of a long row are combined; what is left out, or taken whole.
enum class merging {
  right,
  mean_of_last,
  mean_unweighted,
  averaged,  ///< mean_unweighted and no_distance
  no_distance,
  no_share,
  no_before,
  last_squares
};

/// A normalisation in which each step can be replaced by another one.
struct norm_change {
  enum class part { right, none, fewer, block, squares, wrong, zero, padded };
  part mean = part::right;      ///< none: 0; fewer: divided by n - 1; block: by 1024
  part variance = part::right;  ///< none: not divided; squares: of x, not of x - mean; zero: 0
  part eps = part::right;       ///< none: left out; wrong: added to the deviation
  part scale = part::right;     ///< none: 1; squares: 1 / variance; wrong: the deviation itself
  part weight = part::right;    ///< none: 1; wrong: the row's; squares: applied twice
  part bias = part::right;      ///< none; wrong: subtracted; squares: the row's
  merging merged = merging::right;
  std::size_t length = 0;  ///< of the blocks that are combined; 0: the row is not split
  bool weight_added = false, bias_scaled = false, bias_before_weight = false;
};

struct norm_input {
  const std::vector<double>& x;
  std::size_t columns;
  double eps;
  bool centred = true;  ///< false: RMSNorm
};

/// The number by which a row is shifted, and the one by which it is multiplied.
struct norm_of_row {
  double mean, scale;
};

inline double divided(double sum, norm_change::part part, std::size_t columns) {
  using part_of = norm_change::part;
  const auto n = static_cast<double>(columns);
  return part == part_of::fewer   ? sum / (n - 1)
         : part == part_of::block ? sum / 1024
         : part == part_of::none  ? sum
         : part == part_of::zero  ? 0
                                  : sum / n;
}

/// The mean and the sum of squares of a row in blocks, with one mistake where they are joined.
inline norm_of_row merged_norm(const norm_input& in, const double* x, const norm_change& by) {
  double mean = 0, squares = 0;
  for (std::size_t begin = 0; begin < in.columns; begin += by.length) {
    const std::size_t end = std::min(in.columns, begin + by.length);
    const auto here = static_cast<double>(end - begin), before = static_cast<double>(begin);
    double sum = 0, block = 0;
    for (std::size_t c = begin; c < end; ++c) {
      sum += x[c];
    }
    for (std::size_t c = begin; c < end; ++c) {
      block += (x[c] - sum / here) * (x[c] - sum / here);
    }
    const double apart = sum / here - mean, part = here / (before + here);
    const double share = by.merged == merging::no_share    ? apart * apart * before
                         : by.merged == merging::no_before ? apart * apart * part
                                                           : apart * apart * before * part;
    mean += by.merged == merging::mean_of_last      ? apart
            : by.merged == merging::mean_unweighted ? apart / 2
            : by.merged == merging::averaged        ? apart / (begin == 0 ? 1 : 2)
                                                    : apart * part;
    squares = (by.merged == merging::last_squares ? 0 : squares) + block +
              (by.merged == merging::no_distance || by.merged == merging::averaged ? 0 : share);
  }
  return {mean, 1 / std::sqrt(squares / static_cast<double>(in.columns) + in.eps)};
}

inline norm_of_row norm_of(const norm_input& in, std::size_t row, const norm_change& by) {
  using part = norm_change::part;
  const double* x = &in.x[row * in.columns];
  if (by.length > 0) {
    return merged_norm(in, x, by);
  }
  double sum = 0, squares = 0;
  for (std::size_t c = 0; c < in.columns; ++c) {
    sum += x[c];
  }
  const bool centred = in.centred == (by.mean != part::none);
  const double mean =
      centred ? divided(sum, by.mean == part::none ? part::right : by.mean, in.columns) : 0;
  for (std::size_t c = 0; c < in.columns; ++c) {
    const double distance = x[c] - (by.variance == part::squares ? 0 : mean);
    squares += distance * distance;
  }
  if (by.variance == part::padded) {  // lanes past the row hold 0 - mean
    std::size_t block = 1024;
    while (block < in.columns) {
      block *= 2;
    }
    squares += static_cast<double>(block - in.columns) * mean * mean;
  }
  const double variance = divided(squares, by.variance, in.columns);
  const double eps = by.eps == part::right ? in.eps : 0;
  double scale =
      by.eps == part::wrong ? 1 / (std::sqrt(variance) + in.eps) : 1 / std::sqrt(variance + eps);
  scale = by.scale == part::none      ? 1
          : by.scale == part::squares ? 1 / (variance + eps)
          : by.scale == part::wrong   ? std::sqrt(variance + eps)
                                      : scale;
  return {mean, scale};
}

/// The words for a suspect, and its change of the statistics.
struct norm_suspect {
  const char* words;
  norm_change change;
};

inline std::vector<norm_suspect> wrong_statistics(bool centred) {
  using part = norm_change::part;
  std::vector<norm_suspect> all = {
      {"by dividing by n - 1, one less than the number of columns, in the variance",
       {.variance = part::fewer}},
      {"by dividing the squares by the block, and not by the columns of the row",
       {.variance = part::block}},
      {"by not dividing the sum of squares by the number of columns", {.variance = part::none}},
      {"with a mean of the squares of 0, such as when 1 / columns is a division of ints, which "
       "gives "
       "0 (1.0f / columns is meant)",
       {.variance = part::zero}},
      {"without eps", {.eps = part::none}},
      {"by adding eps to the deviation, after the root, and not to the variance",
       {.eps = part::wrong}},
      {"by dividing by the variance, without the square root", {.scale = part::squares}},
      {"by multiplying by the deviation, where its reciprocal is meant", {.scale = part::wrong}},
      {"without dividing by the deviation", {.scale = part::none}}};
  if (centred) {
    all.push_back({"without subtracting the mean", {.mean = part::none}});
    all.push_back({"by dividing by the block in the mean, and not by the columns of the row",
                   {.mean = part::block}});
    all.push_back({"by dividing by n - 1 in the mean", {.mean = part::fewer}});
    all.push_back(
        {"with the mean of the squares where the variance is meant: the mean is not "
         "subtracted before the squares",
         {.variance = part::squares}});
    all.push_back(
        {"by counting the lanes past the row in the variance: there x - mean is not 0, and "
         "tl.where(mask, ..., 0.0f) makes it 0",
         {.variance = part::padded}});
  } else {
    all.push_back(
        {"by subtracting the mean, as LayerNorm does and RMSNorm does not", {.mean = part::none}});
  }
  return all;
}

/// Mistakes with rows that are longer than a block of 4096 columns.
inline void add_merging(const norm_input& in, std::vector<norm_suspect>& all) {
  constexpr std::size_t kBlock = 4096;
  if (in.columns <= kBlock || !in.centred) {
    return;
  }
  const auto add = [&](const char* words, merging merged) {
    all.push_back({words, {.merged = merged, .length = kBlock}});
  };
  add("by moving the mean by all of its distance to the block's mean: it moves by the share of the "
      "block, here / (before + here)",
      merging::mean_of_last);
  add("by taking half of the distance to the block's mean, whatever the number of columns so far",
      merging::mean_unweighted);
  add("without the distance of the means in the sum of squares: apart * apart * before * part",
      merging::no_distance);
  add("by taking the mean of the blocks' means and the sum of their squares: each mean has to "
      "weigh as much as its block has columns, and the distance between the means belongs into the "
      "squares",
      merging::averaged);
  add("without the factor `part` on the distance of the means, in the sum of squares",
      merging::no_share);
  add("without the factor `before` on the distance of the means, in the sum of squares",
      merging::no_before);
  add("without the sum of squares of the blocks before", merging::last_squares);
}

/// The formula of a normalised row, line by line.
struct norm_formula {
  kw::testing::formula mean, normalised, rstd;
};

inline norm_formula formula_of_norm(const norm_input& in) {
  using kw::testing::formula;
  const formula x = formula::of("x", in.x), mean = row_mean(x).named("mean");
  const formula centred = in.centred ? (x - mean).named("centred") : x;
  const formula variance =
      row_mean(centred * centred).named(in.centred ? "variance" : "mean of squares");
  const formula rstd = (1 / sqrt(variance + formula::constant("eps", in.eps))).named("rstd");
  return {mean, centred * rstd, rstd};
}

/// Likely mistakes in the means, or in the reciprocal deviations, `[rows]`.
inline kw::testing::suspects of_statistics(const norm_input& in, bool means) {
  kw::testing::suspects result;
  std::vector<norm_suspect> all = wrong_statistics(in.centred);
  add_merging(in, all);
  for (const norm_suspect& s : all) {
    result.push_back({s.words, [in, means, by = s.change] {
                        std::vector<double> out;
                        for (std::size_t row = 0; row * in.columns < in.x.size(); ++row) {
                          const norm_of_row r = norm_of(in, row, by);
                          out.push_back(means ? r.mean : r.scale);
                        }
                        return out;
                      }});
  }
  result.push_back(kw::testing::slips_in(
      {kw::testing::rows_in(in.x.size(), in.columns), in.columns, true}, [in, means] {
        const norm_formula right = formula_of_norm(in);
        return means ? right.mean : right.rstd;
      }));
  return result;
}

/// Likely mistakes in y `[rows, columns]`. \param bias  null if there is none
inline kw::testing::suspects of_norm(const norm_input& in, const std::vector<double>& weight,
                                     const std::vector<double>* bias) {
  using part = norm_change::part;
  std::vector<norm_suspect> all = wrong_statistics(in.centred);
  add_merging(in, all);
  all.push_back({"without the weight", {.weight = part::none}});
  all.push_back(
      {"with the weight of the row, where that of the column is meant", {.weight = part::wrong}});
  all.push_back({"by multiplying by the weight twice", {.weight = part::squares}});
  all.push_back({"by adding the weight, which is a factor", {.weight_added = true}});
  if (bias != nullptr) {
    all.push_back({"without the bias", {.bias = part::none}});
    all.push_back({"by subtracting the bias, which has to be added", {.bias = part::wrong}});
    all.push_back(
        {"with the bias of the row, where that of the column is meant", {.bias = part::squares}});
    all.push_back({"by multiplying the bias by rstd, too", {.bias_scaled = true}});
    all.push_back(
        {"by adding the bias before the weight is applied", {.bias_before_weight = true}});
  }
  kw::testing::suspects result;
  for (const norm_suspect& s : all) {
    result.push_back({s.words, [in, &weight, bias, by = s.change] {
                        std::vector<double> y(in.x.size());
                        norm_of_row r{};
                        for (std::size_t i = 0; i < y.size(); ++i) {
                          const std::size_t row = i / in.columns, c = i % in.columns;
                          r = c == 0 ? norm_of(in, row, by) : r;
                          const auto of = [&](const std::vector<double>& v, bool by_row) {
                            return v[by_row ? row % v.size() : c];
                          };
                          const double w =
                              by.weight == part::none ? 1 : of(weight, by.weight == part::wrong);
                          const double sign = by.bias == part::wrong ? -1 : 1;
                          const double b = bias == nullptr || by.bias == part::none
                                               ? 0
                                               : sign * of(*bias, by.bias == part::squares);
                          const double n = (in.x[i] - r.mean) * r.scale;
                          const double factor = by.weight == part::squares ? w * w : w;
                          y[i] = by.weight_added         ? n + w + b
                                 : by.bias_before_weight ? (n + b) * w
                                 : by.bias_scaled        ? n * w + b * r.scale
                                                         : n * factor + b;
                        }
                        return y;
                      }});
  }
  result.push_back(kw::testing::slips_in(
      {kw::testing::rows_in(in.x.size(), in.columns), in.columns}, [in, &weight, bias] {
        using kw::testing::formula;
        const formula scaled =
            formula_of_norm(in).normalised * formula::for_column("weight", weight);
        return bias == nullptr ? scaled : scaled + formula::for_column("bias", *bias);
      }));
  return result;
}

}  // namespace lesson06::reference
