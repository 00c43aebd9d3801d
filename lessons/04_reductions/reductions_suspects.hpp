/// \file
/// What likely mistakes in lesson 04 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace lesson04::reference {

/// A family of reductions of rows: which elements, what is taken of each, how they are joined, and
/// by what the result is divided.
struct reduction {
  enum class part {
    all,
    first_block,
    whole_blocks,
    after_first_block,
    last_block,
    without_last,
    without_first
  };
  enum class element { itself, size, square };
  enum class join { sum, largest, smallest, product };
  enum class divisor { none, columns, fewer, more, block, rows, stride };
  part of = part::all;
  element what = element::itself;
  join by = join::sum;
  divisor over = divisor::none;
  bool root = false;
  bool of_columns = false;  ///< row r of the result is made from column r
};

/// Where the rows are.
struct row_shape {
  std::size_t rows, columns, stride, block = 1024;
};

inline std::pair<std::size_t, std::size_t> columns_of(reduction::part part, const row_shape& s) {
  switch (part) {
    case reduction::part::first_block:
      return {0, std::min(s.block, s.columns)};
    case reduction::part::whole_blocks:
      return {0, s.columns / s.block * s.block};
    case reduction::part::after_first_block:
      return {std::min(s.block, s.columns), s.columns};
    case reduction::part::last_block:
      return {s.columns == 0 ? 0 : (s.columns - 1) / s.block * s.block, s.columns};
    case reduction::part::without_last:
      return {0, s.columns - (s.columns > 0 ? 1 : 0)};
    case reduction::part::without_first:
      return {s.columns > 0 ? 1 : 0, s.columns};
    default:
      return {0, s.columns};
  }
}

inline double divisor_of(reduction::divisor over, const row_shape& s) {
  switch (over) {
    case reduction::divisor::columns:
      return static_cast<double>(s.columns);
    case reduction::divisor::fewer:
      return static_cast<double>(s.columns) - 1;
    case reduction::divisor::more:
      return static_cast<double>(s.columns) + 1;
    case reduction::divisor::block:
      return static_cast<double>(s.block);
    case reduction::divisor::rows:
      return static_cast<double>(s.rows);
    case reduction::divisor::stride:
      return static_cast<double>(s.stride);
    default:
      return 1;
  }
}

/// `[rows]`: one member of the family, of x `[rows, columns]`.
inline std::vector<double> reduced(const std::vector<double>& x, const row_shape& s,
                                   const reduction& r) {
  using join = reduction::join;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> out(s.rows);
  const auto [begin, end] = columns_of(r.of, s);
  for (std::size_t row = 0; row < s.rows; ++row) {
    double total = r.by == join::largest    ? -kInfinity
                   : r.by == join::smallest ? kInfinity
                   : r.by == join::product  ? 1
                                            : 0;
    for (std::size_t c = r.of_columns ? 0 : begin; c < (r.of_columns ? s.rows : end); ++c) {
      if (r.of_columns && row >= s.columns) {
        continue;
      }
      const double value = r.of_columns ? x[c * s.columns + row] : x[row * s.columns + c];
      const double term = r.what == reduction::element::size     ? std::fabs(value)
                          : r.what == reduction::element::square ? value * value
                                                                 : value;
      total = r.by == join::largest    ? std::max(total, term)
              : r.by == join::smallest ? std::min(total, term)
              : r.by == join::product  ? total * term
                                       : total + term;
    }
    total /= divisor_of(r.over, s);
    out[row] = r.root ? std::sqrt(total) : total;
  }
  return out;
}

/// The root of the sum of squares of each block, and these added.
inline std::vector<double> sums_of_roots(const std::vector<double>& x, const row_shape& s) {
  std::vector<double> out(s.rows);
  for (std::size_t row = 0; row < s.rows; ++row) {
    for (std::size_t begin = 0; begin < s.columns; begin += s.block) {
      double squares = 0;
      for (std::size_t c = begin; c < std::min(begin + s.block, s.columns); ++c) {
        squares += x[row * s.columns + c] * x[row * s.columns + c];
      }
      out[row] += std::sqrt(squares);
    }
  }
  return out;
}

/// Likely mistakes in the root of a sum of squares.
inline void add_lengths(const std::vector<double>& x, const row_shape& s, const reduction& right,
                        kw::testing::suspects& result) {
  reduction sizes = right;
  sizes.what = reduction::element::size;
  sizes.root = false;
  result.push_back({"by adding absolute values, and not by the root of the sum of squares",
                    [&x, s, sizes] { return reduced(x, s, sizes); }});
  result.push_back({"by adding the roots of the blocks, where one root is taken, of the whole sum",
                    [&x, s] { return sums_of_roots(x, s); }});
}

/// The formula of a reduction with one step of it changed.
inline kw::testing::suspect slips_of_reduction(const std::vector<double>& x, const row_shape& s,
                                               const reduction& right) {
  return kw::testing::slips_in({s.rows, s.columns, true}, [&x, right] {
    using kw::testing::formula;
    using join = reduction::join;
    using element = reduction::element;
    using divisor = reduction::divisor;
    const formula each = formula::of("x", x);
    const formula terms = right.what == element::square ? each * each : each;
    const formula joined = right.by == join::largest        ? row_max(terms)
                           : right.over == divisor::columns ? row_mean(terms)
                                                            : row_sum(terms);
    return right.root ? sqrt(joined) : joined;
  });
}

/// The reductions that differ from `right` in one respect, each described by what is done instead.
inline kw::testing::suspects of_reduction(const std::vector<double>& x, const row_shape& s,
                                          const reduction& right) {
  kw::testing::suspects result;
  const auto add = [&](const std::string& words, reduction changed) {
    result.push_back({words, [&x, s, changed] { return reduced(x, s, changed); }});
  };
  const auto with = [&](auto member, auto value) {
    reduction changed = right;
    changed.*member = value;
    return changed;
  };
  using part = reduction::part;
  add("from the first block of a row alone: the walk along the row ends after one step",
      with(&reduction::of, part::first_block));
  add("without the last block of a row, which is not full",
      with(&reduction::of, part::whole_blocks));
  add("without the first block of a row: the walk must begin at column 0",
      with(&reduction::of, part::after_first_block));
  add("from the last block of a row alone: each block has to be joined with those before it",
      with(&reduction::of, part::last_block));
  add("without the last element of a row", with(&reduction::of, part::without_last));
  add("without the first element of a row", with(&reduction::of, part::without_first));
  add("from the columns, and not from the rows: axis<0> goes down the columns, axis<1> along the "
      "rows",
      with(&reduction::of_columns, true));
  using element = reduction::element;
  add("by taking the absolute values of the elements", with(&reduction::what, element::size));
  add("by taking the squares of the elements", with(&reduction::what, element::square));
  add("by taking the elements as they are, and not their squares",
      with(&reduction::what, element::itself));
  using join = reduction::join;
  const std::string meant =
      right.by == join::largest ? ", where the largest one is meant" : ", where their sum is meant";
  add("by adding the elements" + meant, with(&reduction::by, join::sum));
  add("by taking the largest element" + meant, with(&reduction::by, join::largest));
  add("by taking the smallest element" + meant, with(&reduction::by, join::smallest));
  add("by multiplying the elements" + meant, with(&reduction::by, join::product));
  using divisor = reduction::divisor;
  add("by not dividing", with(&reduction::over, divisor::none));
  add("by dividing by the number of columns", with(&reduction::over, divisor::columns));
  add("by dividing by the number of columns less one", with(&reduction::over, divisor::fewer));
  add("by dividing by the number of columns plus one", with(&reduction::over, divisor::more));
  add("by dividing by the block, and not by the columns of the row",
      with(&reduction::over, divisor::block));
  add("by dividing by the number of rows, and not of columns",
      with(&reduction::over, divisor::rows));
  add("by dividing by the stride, the distance between rows, and not by the columns of a row",
      with(&reduction::over, divisor::stride));
  add(right.root ? "by leaving out the square root" : "by taking a square root",
      with(&reduction::root, !right.root));
  if (right.root) {
    add_lengths(x, s, right, result);
  }
  result.push_back(slips_of_reduction(x, s, right));
  return result;
}

/// Likely mistakes in `[rows]`: the column of the largest element, the first one of equal ones.
inline kw::testing::suspects of_argmax(const std::vector<double>& x, const row_shape& s) {
  struct change {
    reduction::part of = reduction::part::all;
    bool smallest = false, size = false, last_of_equal = false, in_block = false, of_block = false;
    bool each_block_wins = false;
  };
  using part = reduction::part;
  return kw::testing::with_changes<change>(
      {{"from the first block of a row alone: the walk along the row ends after one step",
        {.of = part::first_block}},
       {"without the last block of a row, which is not full", {.of = part::whole_blocks}},
       {"without the first block of a row: the walk must begin at column 0",
        {.of = part::after_first_block}},
       {"from the last block alone: a block wins only if its largest element is larger than the "
        "best so far, which has to be kept",
        {.each_block_wins = true}},
       {"with the column within its block: where the block begins has to be added",
        {.in_block = true}},
       {"by storing where the block begins, without the column in it", {.of_block = true}},
       {"with the last of equal elements, where the first one counts", {.last_of_equal = true}},
       {"with the smallest element, and not the largest", {.smallest = true}},
       {"with the element whose absolute value is the largest", {.size = true}}},
      [&x, s](const change& by) {
        std::vector<double> out(s.rows);
        const auto [begin, end] = columns_of(by.of, s);
        for (std::size_t row = 0; row < s.rows; ++row) {
          double best = -std::numeric_limits<double>::infinity();
          std::size_t column = 0;
          for (std::size_t c = begin; c < end; ++c) {
            const double own = x[row * s.columns + c];
            const double value = by.smallest ? -own : by.size ? std::fabs(own) : own;
            const bool anew = by.each_block_wins && c % s.block == 0;
            if (anew || value > best || (by.last_of_equal && value == best)) {
              best = value;
              column = c;
            }
          }
          const std::size_t inside = column % s.block;
          column = by.in_block ? inside : by.of_block ? column - inside : column;
          out[row] = static_cast<double>(column);
        }
        return out;
      });
}

/// Likely mistakes in `[1]`: the sum of x `[n]`, if program p of P takes the blocks p, p + P, ...
inline kw::testing::suspects of_shared_sum(const std::vector<double>& x, std::size_t block,
                                           std::size_t programs) {
  struct change {
    std::size_t first = 0, step = 0;  // blocks; 0: as it should be
    bool whole = false;               // only whole blocks
    bool first_of_share = false, last_of_share = false, sums_so_far = false;
    int factor = 1;
  };
  return kw::testing::with_changes<change>(
      {{"without the first block: the share of program 0 begins with block 0", {.first = 1}},
       {"without the first block of each share", {.first = programs}},
       {"without the last block, which is not full", {.whole = true}},
       {"from the first block of each program alone: its share goes on", {.first_of_share = true}},
       {"from the last block of each program alone: each step has to add to those before (`+=`)",
        {.last_of_share = true}},
       {"by adding all sums so far in each step: a program adds its sum once, after the loop",
        {.sums_so_far = true}},
       {"by adding everything twice", {.factor = 2}}},
      [&x, block, programs](const change& by) {
        const std::size_t end = by.whole ? x.size() / block * block : x.size();
        const std::size_t last = by.first_of_share ? std::min(end, programs * block) : end;
        double sum = 0;
        for (std::size_t i = by.first * block; i < last; ++i) {
          const bool replaced = by.last_of_share && (i / block + programs) * block < x.size();
          const std::size_t steps_left =  // of the program's share, this one included
              ((x.size() - 1) / block - i / block) / programs + 1;
          sum += replaced ? 0 : x[i] * (by.sums_so_far ? static_cast<double>(steps_left) : 1);
        }
        return std::vector<double>{sum * by.factor};
      });
}

}  // namespace lesson04::reference
