/// \file
/// What likely mistakes in lesson 03 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lesson03::reference {

/// Likely mistakes in x[i] + y[i], in a vector or a matrix.
inline kw::testing::suspects of_sum(const std::vector<float>& x, const std::vector<float>& y) {
  using operation = double (*)(double, double);
  return kw::testing::with_changes<operation>(
      {{"by storing x as it is, without y", [](double a, double) { return a; }},
       {"by storing y as it is, without x", [](double, double b) { return b; }},
       {"by adding x to itself", [](double a, double) { return a + a; }},
       {"by adding y to itself", [](double, double b) { return b + b; }},
       {"by subtracting y from x, where they have to be added",
        [](double a, double b) { return a - b; }},
       {"by subtracting x from y, where they have to be added",
        [](double a, double b) { return b - a; }},
       {"by multiplying x and y, where they have to be added",
        [](double a, double b) { return a * b; }},
       {"by taking the larger one of x and y, where they have to be added",
        [](double a, double b) { return a > b ? a : b; }}},
      [&x, &y](operation change) {
        std::vector<double> out(x.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
          out[i] = change(x[i], y[i]);
        }
        return out;
      });
}

/// Likely mistakes in `[size]` 1 before element n, and 0 from there on.
inline kw::testing::suspects of_mask_values(int n, std::int64_t size, std::int64_t block) {
  using mask = bool (*)(std::int64_t i, std::int64_t n, std::int64_t block);
  using number = std::int64_t;
  return kw::testing::with_changes<mask>(
      {{"with `<=` where `<` is meant: element n itself is not one of the first n",
        [](number i, number end, number) { return i <= end; }},
       {"by leaving out the last of the first n elements",
        [](number i, number end, number) { return i < end - 1; }},
       {"with 0 and 1 exchanged: tl.where(mask, 1, 0) takes the first value where the mask is true",
        [](number i, number end, number) { return i >= end; }},
       {"with `>` where `<` is meant", [](number i, number end, number) { return i > end; }},
       {"by comparing the lanes with n, where the offsets in the whole vector are meant",
        [](number i, number end, number lanes) { return i % lanes < end; }},
       {"by storing 1 everywhere, whatever the mask is",
        [](number, number, number) { return true; }}},
      [n, size, block](mask is_set) {
        std::vector<double> out(static_cast<std::size_t>(size));
        for (std::int64_t i = 0; i < size; ++i) {
          out[static_cast<std::size_t>(i)] = is_set(i, n, block) ? 1 : 0;
        }
        return out;
      });
}

/// Likely mistakes in `[n]` x[n - 1 - i]: which element is loaded.
inline kw::testing::suspects of_reverse(const std::vector<float>& x, std::int64_t block) {
  using number = std::int64_t;
  using place = number (*)(number i, number n, number block);
  return kw::testing::with_changes<place>(
      {{"by storing x as it is, without reversing it", [](number i, number, number) { return i; }},
       {"by reversing each block within itself, and not the whole vector: x[n - 1 - offsets] is "
        "meant",
        [](number i, number n, number lanes) {
          const number begin = i / lanes * lanes;
          return begin + (begin + lanes <= n ? lanes : n - begin) - 1 - (i - begin);
        }},
       {"by reversing the order of the lanes in each block: x[n - 1 - offsets] is meant",
        [](number i, number, number lanes) { return i / lanes * lanes + lanes - 1 - i % lanes; }},
       {"by reversing the order of the blocks, and not of the elements in them",
        [](number i, number n, number lanes) {
          return ((n - 1) / lanes - i / lanes) * lanes + i % lanes;
        }},
       {"from element n - offsets, which is one too far: x[n - 1 - offsets] is meant",
        [](number i, number n, number) { return n - i; }},
       {"from element n - 2 - offsets, which is one too early: x[n - 1 - offsets] is meant",
        [](number i, number n, number) { return n - 2 - i; }}},
      [&x, block](place from) {
        std::vector<double> out(x.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
          const auto j = static_cast<std::size_t>(
              from(static_cast<number>(i), static_cast<number>(x.size()), block));
          out[i] = j < x.size() ? double{x[j]} : 0.0;
        }
        return out;
      });
}

/// Likely mistakes in `[n]` x[i] - x[i - 1]: wrong lanes before and after.
inline kw::testing::suspects of_difference(const std::vector<float>& x) {
  using change = double (*)(const std::vector<float>&, std::size_t);
  const auto values = [&x](change of) {
    std::vector<double> out(x.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = of(x, i);
    }
    return out;
  };
  static constexpr auto at = [](const std::vector<float>& v, std::size_t i) {
    return i < v.size() ? double{v[i]} : 0.0;  // also for -1, which becomes the largest number
  };
  return kw::testing::with_changes<change>(
      {{"by subtracting x[i] from x[i - 1]: the difference has the wrong sign",
        [](const std::vector<float>& v, std::size_t i) { return at(v, i - 1) - at(v, i); }},
       {"by subtracting x[i] from x[i + 1], the change to the next element",
        [](const std::vector<float>& v, std::size_t i) { return at(v, i + 1) - at(v, i); }},
       {"by subtracting x[i + 1] from x[i]",
        [](const std::vector<float>& v, std::size_t i) { return at(v, i) - at(v, i + 1); }},
       {"by adding x[i - 1] to x[i]",
        [](const std::vector<float>& v, std::size_t i) { return at(v, i) + at(v, i - 1); }},
       {"by subtracting x[i - 2], two elements before",
        [](const std::vector<float>& v, std::size_t i) {
          return at(v, i) - (i < 2 ? 0.0 : at(v, i - 2));
        }},
       {"by storing x[i] as it is",
        [](const std::vector<float>& v, std::size_t i) { return at(v, i); }},
       {"by storing 0 for the first element, which has none before it and stays x[0]",
        [](const std::vector<float>& v, std::size_t i) {
          return i == 0 ? 0.0 : at(v, i) - at(v, i - 1);
        }},
       {"by taking 0 for x[0] where it is the element before: x[1] - x[0] is lost, so the mask of "
        "x[i - 1] must let `offsets > 0` through",
        [](const std::vector<float>& v, std::size_t i) {
          return at(v, i) - (i < 2 ? 0.0 : at(v, i - 1));
        }}},
      values);
}

/// Likely mistakes in `[n]` max(x[i], 0).
inline kw::testing::suspects of_relu(const std::vector<float>& x) {
  using function = double (*)(double);
  return kw::testing::with_changes<function>(
      {{"by storing x as it is", [](double v) { return v; }},
       {"by the absolute value of x", [](double v) { return std::fabs(v); }},
       {"by the smaller of x and 0: minimum instead of maximum",
        [](double v) { return std::min(v, 0.0); }},
       {"by storing 1 where x > 0, and not x", [](double v) { return v > 0 ? 1.0 : 0.0; }},
       {"by the larger of x and 1: the limit is 1 and not 0",
        [](double v) { return std::max(v, 1.0); }},
       {"by the smaller of x and 1", [](double v) { return std::min(v, 1.0); }},
       {"by the square of x", [](double v) { return v * v; }},
       {"by keeping a hundredth of the negative numbers (a leaky ReLU)",
        [](double v) { return v > 0 ? v : 0.01 * v; }},
       {"by keeping a tenth of the negative numbers (a leaky ReLU)",
        [](double v) { return v > 0 ? v : 0.1 * v; }},
       {"by storing -x where x < 0, and 0 elsewhere", [](double v) { return std::max(-v, 0.0); }}},
      [&x](function of) {
        std::vector<double> out(x.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
          out[i] = of(x[i]);
        }
        return out;
      });
}

/// Likely mistakes in `[rows, columns]`: x[r, c] in the first lengths[r] columns, else padding.
inline kw::testing::suspects of_padded_rows(const std::vector<float>& x,
                                            const std::vector<int>& lengths, std::size_t columns,
                                            float padding) {
  struct change {
    int more = 0;          // columns of each row
    double padding = 1;    // times the padding
    std::size_t from = 0;  // whose length is taken, counted from this row
    bool first = false;    // the length of the first row for all
    bool inverted = false;
  };
  return kw::testing::with_changes<change>(
      {{"by taking one column too many of each row: a row ends before column lengths[r]",
        {.more = 1}},
       {"by taking one column too few of each row", {.more = -1}},
       {"by reading whole rows, past their lengths", {.more = static_cast<int>(columns)}},
       {"by padding with 0, and not with `padding`", {.padding = 0}},
       {"by padding with the negative of `padding`", {.padding = -1}},
       {"by using the length of the next row", {.from = 1}},
       {"by using the length of the first row for all rows", {.first = true}},
       {"by padding the first lengths[r] columns, and keeping the others", {.inverted = true}}},
      [&x, &lengths, columns, padding](const change& by) {
        std::vector<double> out(x.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
          const std::size_t row = by.first ? 0 : i / columns + by.from;
          const int length = row < lengths.size() ? lengths[row] + by.more : 0;
          const bool kept = (static_cast<int>(i % columns) < length) != by.inverted;
          out[i] = kept ? double{x[i]} : by.padding * double{padding};
        }
        return out;
      });
}

}  // namespace lesson03::reference
